"use client";

import { Skeleton, useComputedColorScheme } from "@mantine/core";
import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import classes from "./map.module.css";
import type { WorldMapProps } from "./map-props";

const Waiting = () => <Skeleton className={classes.waiting ?? ""} radius={0} />;

const WorldMap = dynamic(() => import("./world-map"), { ssr: false, loading: Waiting });
const DrawnMap = dynamic(() => import("./drawn-map"), { ssr: false, loading: Waiting });

function hasWebGl(): boolean {
  try {
    const context = document.createElement("canvas").getContext("webgl2");
    // Browsers limit the number of live WebGL contexts.
    context?.getExtension("WEBGL_lose_context")?.loseContext();
    return context !== null;
  } catch {
    return false;
  }
}

/** The map, or an SVG drawing in browsers without WebGL. */
export function Picture(props: Omit<WorldMapProps, "isDark">) {
  const isDark = useComputedColorScheme("light", { getInitialValueInEffect: true }) === "dark";
  const [canShow, setCanShow] = useState<boolean>();
  useEffect(() => setCanShow(hasWebGl()), []);
  if (canShow === undefined) return <Waiting />;
  return canShow ? <WorldMap {...props} isDark={isDark} /> : <DrawnMap {...props} isDark={isDark} />;
}

"use client";

import { Button, TextInput } from "@mantine/core";
import { IconPhotoSearch, IconX } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { Picture } from "../_parts/picture";
import classes from "./editor.module.css";

const ContentPicker = dynamic(() => import("./content-picker"), { ssr: false });

interface ImageFieldProps {
  value: string;
  error: ReactNode;
  onChange: (image: string) => void;
}

/** Image field: choose a file by its thumbnail, or type a path or URL. */
export function ImageField({ value, error, onChange }: ImageFieldProps) {
  const t = useTranslations("items.editor.image");
  const [opened, setOpened] = useState<boolean>();
  return (
    <div className={classes.image}>
      <div className={classes.imagePicture}>
        <Picture image={value.trim()} alt={t("alt")} width={320} shape="fill" />
      </div>
      <div className={classes.imageWords}>
        <TextInput
          label={t("label")}
          description={t("hint")}
          value={value}
          error={error}
          data-path="image"
          onChange={(event) => onChange(event.currentTarget.value)}
          placeholder="contents/…"
          autoComplete="off"
          spellCheck={false}
        />
        <div className={classes.buttons}>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPhotoSearch size={16} aria-hidden />}
            onClick={() => setOpened(true)}
          >
            {t("choose")}
          </Button>
          {value !== "" && (
            <Button
              size="xs"
              variant="subtle"
              color="gray"
              leftSection={<IconX size={16} aria-hidden />}
              onClick={() => onChange("")}
            >
              {t("remove")}
            </Button>
          )}
        </div>
      </div>
      {opened !== undefined && (
        <ContentPicker
          opened={opened}
          onClose={() => setOpened(false)}
          onChoose={(path) => {
            setOpened(false);
            onChange(path);
          }}
        />
      )}
    </div>
  );
}

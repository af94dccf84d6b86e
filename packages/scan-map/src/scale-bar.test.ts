import { expect, test } from "vitest";
import { chooseView } from "./choose-view";
import { scaleBar } from "./scale-bar";

test.each([
  [1, 100, 100],
  [0.55, 96, 50],
  [12.3, 96, 1000],
  [0.007, 96, 0.5],
])("at %s km per pixel, a bar of at most %s pixels is %s km long", (kmPerPixel, most, km) => {
  const bar = scaleBar(kmPerPixel, most);
  expect(bar.km).toBeCloseTo(km);
  expect(bar.pixels).toBeCloseTo(km / kmPerPixel);
  expect(bar.pixels).toBeLessThanOrEqual(most);
});

test.each([0, 53.55, 78, 85, -90])(
  "at latitude %s the bar is as long as its distance on the map",
  (latitude) => {
    const anchor = { x: 300, y: 190 };
    const view = chooseView({ width: 600, height: 400, latitude, longitude: 10, anchor }, 200);
    const bar = scaleBar(view.kmPerPixel, 96);
    const degrees = bar.km / 111.195 / 2;
    const towardsPole = latitude > 0 ? -1 : 1;
    const end = view.project(10, latitude + towardsPole * degrees);
    expect(Math.abs(end.y - anchor.y) / (bar.pixels / 2)).toBeCloseTo(1, 1);
  },
);

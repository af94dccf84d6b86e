import { type Brush, drawShadow, fade, fillCircle, fillRound, type Palette, shade } from "./studio";

export function drawBag(brush: Brush, [leather, brass]: Palette): void {
  drawShadow(brush, 600, 1010, 470);
  drawHandle(brush, leather, -34, -0.3);
  drawBody(brush, leather);
  drawHandle(brush, leather, 0, 0);
  drawFlap(brush, leather);
  drawClasp(brush, brass);
}

function drawHandle(brush: Brush, leather: string, shift: number, darker: number) {
  brush.lineCap = "round";
  for (const [width, colour] of [
    [40, shade(leather, -0.5)],
    [30, shade(leather, darker || 0.06)],
    [9, shade(leather, 0.28 + darker)],
  ] as const) {
    brush.strokeStyle = colour;
    brush.lineWidth = width;
    brush.beginPath();
    brush.moveTo(405, 520 + shift);
    brush.bezierCurveTo(420, 130 + shift, 780, 130 + shift, 795, 520 + shift);
    brush.stroke();
  }
}

function outline(brush: Brush) {
  brush.beginPath();
  brush.moveTo(258, 476);
  brush.quadraticCurveTo(600, 452, 942, 476);
  brush.bezierCurveTo(968, 650, 992, 830, 1000, 950);
  brush.quadraticCurveTo(1002, 1004, 948, 1008);
  brush.lineTo(252, 1008);
  brush.quadraticCurveTo(198, 1004, 200, 950);
  brush.bezierCurveTo(208, 830, 232, 650, 258, 476);
  brush.closePath();
}

function drawBody(brush: Brush, leather: string) {
  brush.save();
  outline(brush);
  brush.fillStyle = fade(
    brush,
    [200, 0, 1000, 0],
    [shade(leather, -0.34), shade(leather, 0.1), shade(leather, 0.16), leather, shade(leather, -0.42)],
  );
  brush.fill();
  brush.clip();
  brush.fillStyle = fade(
    brush,
    [0, 470, 0, 1010],
    ["rgba(255,255,255,0.1)", "rgba(0,0,0,0)", "rgba(0,0,0,0.3)"],
  );
  brush.fillRect(0, 400, 1200, 700);
  // The grain is many short strokes, identical in every picture.
  for (let i = 0; i < 5_200; i++) {
    const x = (i * 137.508) % 820;
    const y = (i * 61.803) % 560;
    brush.fillStyle = i % 2 === 0 ? "rgba(255,255,255,0.045)" : "rgba(0,0,0,0.06)";
    brush.fillRect(190 + x, 456 + y, 3 + (i % 4), 2);
  }
  brush.restore();
  stitches(brush, leather, () => {
    brush.moveTo(278, 500);
    brush.bezierCurveTo(254, 660, 232, 830, 224, 946);
    brush.quadraticCurveTo(224, 982, 262, 984);
    brush.lineTo(938, 984);
    brush.quadraticCurveTo(976, 982, 976, 946);
    brush.bezierCurveTo(968, 830, 946, 660, 922, 500);
  });
}

function stitches(brush: Brush, leather: string, path: () => void) {
  brush.save();
  brush.strokeStyle = shade(leather, 0.52);
  brush.lineWidth = 4;
  brush.lineCap = "round";
  brush.setLineDash([12, 11]);
  brush.beginPath();
  path();
  brush.stroke();
  brush.restore();
}

function drawFlap(brush: Brush, leather: string) {
  brush.save();
  brush.shadowColor = "rgba(0,0,0,0.5)";
  brush.shadowBlur = 26;
  brush.shadowOffsetY = 12;
  brush.fillStyle = fade(
    brush,
    [240, 460, 900, 740],
    [shade(leather, 0.2), shade(leather, 0.04), shade(leather, -0.26)],
  );
  brush.beginPath();
  brush.moveTo(250, 474);
  brush.quadraticCurveTo(600, 446, 950, 474);
  brush.lineTo(962, 590);
  brush.bezierCurveTo(900, 690, 760, 752, 600, 756);
  brush.bezierCurveTo(440, 752, 300, 690, 238, 590);
  brush.closePath();
  brush.fill();
  brush.restore();
  stitches(brush, leather, () => {
    brush.moveTo(262, 588);
    brush.bezierCurveTo(320, 672, 450, 728, 600, 732);
    brush.bezierCurveTo(750, 728, 880, 672, 938, 588);
  });
}

function drawClasp(brush: Brush, brass: string) {
  const metal = [shade(brass, 0.6), brass, shade(brass, -0.35), shade(brass, 0.25)];
  brush.save();
  brush.shadowColor = "rgba(0,0,0,0.45)";
  brush.shadowBlur = 16;
  brush.shadowOffsetY = 8;
  brush.fillStyle = fade(brush, [540, 690, 660, 800], metal);
  fillRound(brush, [548, 690, 104, 92], 20);
  brush.restore();
  brush.fillStyle = fade(brush, [660, 800, 540, 690], metal);
  fillRound(brush, [562, 704, 76, 64], 12);
  brush.fillStyle = "rgba(40,28,10,0.7)";
  fillRound(brush, [592, 720, 16, 34], 8);
  for (const x of [405, 795]) {
    brush.fillStyle = fade(brush, [x - 30, 490, x + 30, 550], metal);
    fillCircle(brush, x, 520, 29);
    brush.fillStyle = shade(brass, -0.4);
    fillCircle(brush, x, 520, 10);
  }
}

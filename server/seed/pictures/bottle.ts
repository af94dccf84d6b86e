import { type Brush, drawShadow, fade, fillRound, type Palette, shade } from "./studio";

export function drawBottle(brush: Brush, [liquid, cap, ground]: Palette): void {
  drawShadow(brush, 600, 1012, 340, 46);
  drawGlass(brush, liquid, ground);
  drawCap(brush, cap);
  drawLabel(brush, liquid);
}

function drawGlass(brush: Brush, liquid: string, ground: string) {
  brush.fillStyle = fade(
    brush,
    [360, 0, 840, 0],
    [shade(ground, -0.22), shade(ground, 0.75), shade(ground, 0.35), shade(ground, -0.3)],
  );
  fillRound(brush, [360, 420, 480, 596], 54);
  brush.fillStyle = fade(
    brush,
    [390, 0, 810, 0],
    [shade(liquid, -0.3), shade(liquid, 0.25), liquid, shade(liquid, -0.34)],
  );
  fillRound(brush, [392, 500, 416, 482], [14, 14, 34, 34]);
  brush.fillStyle = fade(
    brush,
    [0, 500, 0, 980],
    ["rgba(255,255,255,0.32)", "rgba(255,255,255,0)", "rgba(0,0,0,0.2)"],
  );
  fillRound(brush, [392, 500, 416, 482], [14, 14, 34, 34]);
  brush.fillStyle = "rgba(255,255,255,0.5)";
  fillRound(brush, [392, 496, 416, 9], 4);
  brush.fillStyle = fade(brush, [376, 0, 430, 0], ["rgba(255,255,255,0.85)", "rgba(255,255,255,0.05)"]);
  fillRound(brush, [378, 452, 34, 520], 17);
  brush.fillStyle = "rgba(255,255,255,0.3)";
  fillRound(brush, [800, 470, 14, 480], 7);
}

function drawCap(brush: Brush, cap: string) {
  brush.fillStyle = fade(brush, [530, 0, 670, 0], ["#8b8478", "#f5efe2", "#b7ad9b", "#6f685c"]);
  fillRound(brush, [532, 366, 136, 66], 8);
  brush.fillStyle = fade(
    brush,
    [490, 0, 710, 0],
    [shade(cap, -0.25), shade(cap, 0.42), cap, shade(cap, -0.45)],
  );
  fillRound(brush, [488, 178, 224, 196], [22, 22, 10, 10]);
  brush.fillStyle = fade(brush, [0, 178, 0, 240], ["rgba(255,255,255,0.4)", "rgba(255,255,255,0)"]);
  fillRound(brush, [488, 178, 224, 62], [22, 22, 0, 0]);
}

function drawLabel(brush: Brush, liquid: string) {
  brush.save();
  brush.shadowColor = "rgba(0,0,0,0.25)";
  brush.shadowBlur = 12;
  brush.shadowOffsetY = 4;
  brush.fillStyle = fade(brush, [460, 620, 740, 880], ["#fffdf8", "#f4efe4"]);
  fillRound(brush, [462, 620, 276, 260], 6);
  brush.restore();
  const ink = shade(liquid, -0.55);
  brush.strokeStyle = ink;
  brush.lineWidth = 3;
  brush.strokeRect(478, 636, 244, 228);
  drawTwig(brush, ink);
}

/** Draws a twig with leaves on both sides. */
function drawTwig(brush: Brush, ink: string) {
  brush.lineWidth = 4;
  brush.beginPath();
  brush.moveTo(600, 838);
  brush.quadraticCurveTo(592, 750, 600, 668);
  brush.stroke();
  brush.fillStyle = ink;
  for (let i = 0; i < 9; i++) {
    const side = i % 2 === 0 ? 1 : -1;
    const y = 810 - i * 16;
    brush.beginPath();
    brush.ellipse(
      600 + side * (34 - i * 1.6),
      y - 12,
      33 - i * 1.7,
      9 - i * 0.35,
      side * -0.55,
      0,
      2 * Math.PI,
    );
    brush.fill();
  }
}

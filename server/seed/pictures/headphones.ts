import { type Brush, drawShadow, fade, fillRound, glow, type Palette, shade } from "./studio";

export function drawHeadphones(brush: Brush, [body, metal]: Palette): void {
  drawShadow(brush, 600, 1020, 430, 50);
  drawBand(brush, body, metal);
  for (const side of [-1, 1]) drawCup(brush, side, body, metal);
}

function arch(brush: Brush, radius: number) {
  brush.beginPath();
  brush.moveTo(600 - radius, 690);
  brush.bezierCurveTo(
    600 - radius,
    640 - radius * 1.22,
    600 + radius,
    640 - radius * 1.22,
    600 + radius,
    690,
  );
}

function drawBand(brush: Brush, body: string, metal: string) {
  brush.lineCap = "round";
  brush.lineWidth = 34;
  brush.strokeStyle = fade(
    brush,
    [260, 0, 940, 0],
    [shade(metal, -0.3), shade(metal, 0.6), metal, shade(metal, 0.3), shade(metal, -0.4)],
  );
  arch(brush, 322);
  brush.stroke();
  brush.save();
  brush.beginPath();
  brush.rect(0, 0, 1200, 500);
  brush.clip();
  brush.lineWidth = 66;
  brush.strokeStyle = fade(brush, [300, 200, 900, 480], [shade(body, 0.3), body, shade(body, -0.35)]);
  arch(brush, 318);
  brush.stroke();
  brush.lineWidth = 14;
  brush.strokeStyle = "rgba(255,255,255,0.16)";
  arch(brush, 332);
  brush.stroke();
  brush.restore();
}

function drawCup(brush: Brush, side: number, body: string, metal: string) {
  brush.save();
  brush.translate(600 + side * 318, 790);
  brush.rotate(side * 0.05);
  brush.scale(side, 1);
  brush.fillStyle = fade(brush, [-150, 0, -60, 0], ["#151311", shade(body, -0.5), shade(body, -0.62)]);
  fillRound(brush, [-142, -196, 120, 392], 60);
  brush.fillStyle = "rgba(255,255,255,0.07)";
  fillRound(brush, [-128, -168, 26, 336], 13);
  brush.save();
  brush.shadowColor = "rgba(0,0,0,0.4)";
  brush.shadowBlur = 24;
  brush.fillStyle = fade(brush, [-60, -200, 110, 200], [shade(body, 0.38), body, shade(body, -0.42)]);
  fillRound(brush, [-62, -208, 166, 416], 80);
  brush.restore();
  brush.fillStyle = fade(brush, [-30, -170, 90, 170], [shade(metal, 0.55), metal, shade(metal, -0.35)]);
  fillRound(brush, [-30, -168, 108, 336], 54);
  brush.fillStyle = glow(brush, [10, -70, 200], [shade(body, 0.3), body, shade(body, -0.2)]);
  fillRound(brush, [-20, -158, 88, 316], 44);
  brush.fillStyle = "rgba(255,255,255,0.2)";
  fillRound(brush, [-8, -130, 12, 220], 6);
  brush.fillStyle = fade(brush, [-20, -320, 60, -200], [shade(metal, 0.5), shade(metal, -0.2)]);
  fillRound(brush, [-12, -268, 44, 82], 14);
  brush.restore();
}

import { type Brush, drawShadow, fade, fillCircle, type Palette, shade } from "./studio";

export function drawSneaker(brush: Brush, [leather, accent]: Palette): void {
  drawShadow(brush, 600, 892, 520, 52);
  brush.save();
  brush.translate(600, 600);
  brush.scale(1.08, 1.08);
  brush.translate(-600, -600);
  drawUpper(brush, leather);
  drawPanels(brush, leather, accent);
  drawSole(brush, accent);
  drawLaces(brush, leather);
  brush.restore();
}

function upper(brush: Brush) {
  brush.beginPath();
  brush.moveTo(196, 800);
  brush.bezierCurveTo(176, 700, 196, 560, 226, 430);
  brush.bezierCurveTo(252, 404, 300, 424, 330, 452);
  brush.bezierCurveTo(380, 492, 450, 470, 486, 424);
  brush.bezierCurveTo(512, 398, 556, 412, 580, 440);
  brush.bezierCurveTo(660, 530, 740, 596, 850, 632);
  brush.bezierCurveTo(960, 662, 1028, 706, 1032, 800);
  brush.closePath();
}

function drawUpper(brush: Brush, leather: string) {
  brush.save();
  upper(brush);
  brush.fillStyle = fade(brush, [300, 420, 620, 830], [shade(leather, 0.2), leather, shade(leather, -0.22)]);
  brush.fill();
  brush.clip();
  brush.fillStyle = "rgba(30,24,20,0.62)";
  brush.beginPath();
  brush.ellipse(404, 434, 118, 42, -0.02, 0, 2 * Math.PI);
  brush.fill();
  brush.fillStyle = fade(brush, [0, 560, 0, 830], ["rgba(255,255,255,0)", "rgba(0,0,0,0.14)"]);
  brush.fillRect(150, 560, 950, 280);
  brush.restore();
}

function drawPanels(brush: Brush, leather: string, accent: string) {
  brush.save();
  upper(brush);
  brush.clip();
  panel(brush, accent, () => {
    brush.moveTo(170, 420);
    brush.lineTo(262, 410);
    brush.bezierCurveTo(300, 540, 300, 640, 280, 830);
    brush.lineTo(170, 830);
  });
  panel(brush, shade(leather, -0.1), () => {
    brush.moveTo(840, 626);
    brush.bezierCurveTo(810, 690, 800, 760, 806, 830);
    brush.lineTo(1050, 830);
    brush.lineTo(1050, 620);
  });
  panel(brush, shade(leather, -0.06), () => {
    brush.moveTo(470, 440);
    brush.lineTo(590, 436);
    brush.bezierCurveTo(670, 530, 740, 600, 840, 630);
    brush.lineTo(760, 690);
    brush.bezierCurveTo(650, 660, 540, 590, 470, 440);
  });
  brush.fillStyle = accent;
  fillCircle(brush, 430, 690, 46);
  brush.fillStyle = shade(leather, 0.1);
  fillCircle(brush, 430, 690, 30);
  brush.fillStyle = accent;
  fillCircle(brush, 430, 690, 12);
  brush.fillStyle = "rgba(0,0,0,0.2)";
  for (let i = 0; i < 9; i++) fillCircle(brush, 560 + i * 24, 700 + i * 8, 5);
  brush.restore();
}

function panel(brush: Brush, colour: string, path: () => void) {
  brush.save();
  brush.shadowColor = "rgba(0,0,0,0.28)";
  brush.shadowBlur = 9;
  brush.fillStyle = colour;
  brush.beginPath();
  path();
  brush.closePath();
  brush.fill();
  brush.restore();
  brush.strokeStyle = "rgba(255,255,255,0.35)";
  brush.lineWidth = 3;
  brush.setLineDash([9, 7]);
  brush.stroke();
  brush.setLineDash([]);
}

function drawSole(brush: Brush, accent: string) {
  brush.fillStyle = fade(brush, [0, 780, 0, 870], ["#fdfcf9", "#ece7dd", "#cfc8bb"]);
  brush.beginPath();
  brush.moveTo(186, 778);
  brush.quadraticCurveTo(600, 812, 1036, 776);
  brush.quadraticCurveTo(1062, 830, 1030, 862);
  brush.quadraticCurveTo(600, 874, 204, 866);
  brush.quadraticCurveTo(172, 836, 186, 778);
  brush.fill();
  brush.strokeStyle = shade(accent, 0.1);
  brush.lineWidth = 5;
  brush.beginPath();
  brush.moveTo(188, 812);
  brush.quadraticCurveTo(600, 842, 1044, 810);
  brush.stroke();
  brush.strokeStyle = "rgba(0,0,0,0.13)";
  brush.lineWidth = 3;
  for (let x = 220; x < 1020; x += 22) {
    brush.beginPath();
    brush.moveTo(x, 846);
    brush.lineTo(x + 4, 864);
    brush.stroke();
  }
}

function drawLaces(brush: Brush, leather: string) {
  brush.lineCap = "round";
  for (let i = 0; i < 6; i++) {
    const [x, y] = [516 + i * 46, 462 + i * 35];
    brush.strokeStyle = "rgba(0,0,0,0.25)";
    brush.lineWidth = 20;
    line(brush, x, y + 5, x + 66, y - 13);
    brush.strokeStyle = shade(leather, leather === "#f7f6f3" ? 0.6 : 0.82);
    brush.lineWidth = 15;
    line(brush, x, y, x + 66, y - 18);
    brush.fillStyle = "rgba(40,40,40,0.55)";
    fillCircle(brush, x - 4, y + 3, 7);
  }
}

function line(brush: Brush, x1: number, y1: number, x2: number, y2: number) {
  brush.beginPath();
  brush.moveTo(x1, y1);
  brush.lineTo(x2, y2);
  brush.stroke();
}

import { type Brush, drawShadow, fade, fillCircle, fillRound, glow, type Palette, shade } from "./studio";

const [X, Y] = [600, 590];

export function drawWatch(brush: Brush, [dial, metal]: Palette): void {
  drawShadow(brush, X, 1075, 330);
  for (const direction of [-1, 1]) drawStrap(brush, direction, dial);
  drawCase(brush, metal);
  drawDial(brush, dial);
  drawHands(brush, metal, dial);
  brush.save();
  brush.beginPath();
  brush.arc(X, Y, 236, 0, 2 * Math.PI);
  brush.clip();
  brush.fillStyle = fade(
    brush,
    [X - 220, Y - 240, X + 120, Y + 120],
    ["rgba(255,255,255,0.34)", "rgba(255,255,255,0.04)", "rgba(255,255,255,0)"],
  );
  brush.beginPath();
  brush.ellipse(X - 90, Y - 120, 260, 150, -0.7, 0, 2 * Math.PI);
  brush.fill();
  brush.restore();
}

function drawStrap(brush: Brush, direction: number, dial: string) {
  const leather = dial === "#f3e3da" ? "#7a5140" : shade(dial, -0.35);
  brush.save();
  brush.translate(X, Y);
  brush.scale(1, direction);
  brush.fillStyle = fade(brush, [-130, 0, 130, 0], [shade("#241a15", 0.02), leather, leather, "#1b1512"]);
  brush.beginPath();
  brush.moveTo(-132, 200);
  brush.bezierCurveTo(-128, 330, -112, 420, -104, 482);
  brush.quadraticCurveTo(0, 500, 104, 482);
  brush.bezierCurveTo(112, 420, 128, 330, 132, 200);
  brush.fill();
  brush.strokeStyle = "rgba(255,255,255,0.5)";
  brush.lineWidth = 4;
  brush.setLineDash([13, 9]);
  for (const side of [-1, 1]) {
    brush.beginPath();
    brush.moveTo(side * 113, 270);
    brush.bezierCurveTo(side * 108, 350, side * 98, 410, side * 90, 470);
    brush.stroke();
  }
  brush.restore();
}

function drawCase(brush: Brush, metal: string) {
  const shine = [shade(metal, 0.75), metal, shade(metal, -0.35), shade(metal, 0.4), shade(metal, -0.2)];
  brush.fillStyle = fade(brush, [X - 200, Y, X + 200, Y], shine);
  for (const side of [-1, 1]) {
    fillRound(brush, [X + side * 125 - 28, Y - 290, 56, 580], 24);
  }
  fillRound(brush, [X + 280, Y - 34, 52, 68], 12);
  brush.fillStyle = fade(brush, [X - 250, Y - 250, X + 250, Y + 250], shine);
  fillCircle(brush, X, Y, 288);
  brush.fillStyle = fade(brush, [X + 250, Y + 250, X - 250, Y - 250], shine);
  fillCircle(brush, X, Y, 262);
  brush.fillStyle = "rgba(0,0,0,0.55)";
  fillCircle(brush, X, Y, 242);
}

function drawDial(brush: Brush, dial: string) {
  brush.fillStyle = glow(brush, [X - 60, Y - 80, 330], [shade(dial, 0.35), dial, shade(dial, -0.35)]);
  fillCircle(brush, X, Y, 236);
  const ink = dial === "#f3e3da" ? "#8a5a41" : "#f4f1ea";
  for (let i = 0; i < 60; i++) {
    const isHour = i % 5 === 0;
    brush.save();
    brush.translate(X, Y);
    brush.rotate((i * Math.PI) / 30);
    brush.fillStyle = ink;
    if (isHour) fillRound(brush, [-6, -218, 12, i % 15 === 0 ? 58 : 44], 4);
    else brush.fillRect(-1.5, -218, 3, 12);
    brush.restore();
  }
  brush.fillStyle = shade(dial, -0.25);
  fillCircle(brush, X, Y + 96, 56);
  brush.strokeStyle = ink;
  brush.lineWidth = 2;
  brush.beginPath();
  brush.arc(X, Y + 96, 50, 0, 2 * Math.PI);
  brush.stroke();
  brush.fillStyle = ink;
  for (let i = 0; i < 12; i++)
    fillCircle(brush, X + 42 * Math.sin((i * Math.PI) / 6), Y + 96 - 42 * Math.cos((i * Math.PI) / 6), 2.4);
}

function drawHands(brush: Brush, metal: string, dial: string) {
  const hand = (turn: number, length: number, width: number, colour: string, y = Y) => {
    brush.save();
    brush.translate(X, y);
    brush.rotate(turn);
    brush.shadowColor = "rgba(0,0,0,0.45)";
    brush.shadowBlur = 10;
    brush.shadowOffsetY = 6;
    brush.fillStyle = colour;
    fillRound(brush, [-width / 2, -length, width, length * 1.16], width / 2);
    brush.restore();
  };
  const light = dial === "#f3e3da" ? "#8a5a41" : "#fbfaf6";
  hand(1.9, 40, 4, light, Y + 96);
  hand(-1.06, 132, 15, light);
  hand(1.04, 196, 11, light);
  hand(3.7, 200, 4, shade(metal, 0.1));
  brush.fillStyle = metal;
  fillCircle(brush, X, Y, 13);
}

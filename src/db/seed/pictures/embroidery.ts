import { polar, svg, times } from './sheet.ts';

/** Thread: a shadow, the colour, and a broken light along it that reads as stitches. */
export function thread(d: string, colour: string, width = 7, light = '#fff3d0'): string {
  return (
    `<g fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="${d}" stroke="#140a10" stroke-opacity=".38" stroke-width="${width + 4}"/>` +
    `<path d="${d}" stroke="${colour}" stroke-width="${width}"/>` +
    `<path d="${d}" stroke="${light}" stroke-opacity=".55" stroke-width="${Math.max(1.5, width * 0.32)}" stroke-dasharray="3 5" stroke-linecap="butt"/></g>`
  );
}

/** A satin-stitched shape. */
export function satin(d: string, colour: string, edge = '#140a10'): string {
  return `<path d="${d}" fill="${colour}" stroke="${edge}" stroke-opacity=".45" stroke-width="2.5" stroke-linejoin="round"/>`;
}

/** A spiral, as every agbada's chest carries. Opens towards +x. */
export function spiralPath(
  cx: number,
  cy: number,
  radius: number,
  turns: number,
  turn = 0,
  hand = 1,
): string {
  const steps = Math.round(turns * 10);
  let d = '';
  for (let i = 0; i <= steps; i++) {
    const t = i / steps;
    const [x, y] = polar(cx, cy, radius * (1 - t * 0.9), turn + hand * t * turns * 360);
    d += svg`${i === 0 ? 'M' : 'L'}${x} ${y}`;
  }
  return d;
}

/** A knot of two waves, down a line of given length. */
export function plait(
  x: number,
  y: number,
  length: number,
  half: number,
  colour: string,
  second: string,
  width = 6,
): string {
  const count = Math.max(1, Math.round(length / (half * 2.6)));
  const step = length / count;
  const wave = (sign: number) => {
    let d = svg`M${x} ${y}`;
    for (let i = 0; i < count; i++) {
      const s = i % 2 ? -sign : sign;
      d += svg`C${x + s * half * 1.3} ${y + i * step + step * 0.25} ${x + s * half * 1.3} ${y + i * step + step * 0.75} ${x} ${y + (i + 1) * step}`;
    }
    return d;
  };
  return (
    thread(wave(1), colour, width) +
    thread(wave(-1), second, width) +
    times(
      count,
      (i) => svg`<circle cx="${x}" cy="${y + (i + 0.5) * step}" r="${half * 0.3}" fill="${second}"/>`,
    )
  );
}

/** A row of small lozenges along a straight line. */
export function lozenges(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  count: number,
  size: number,
  colour: string,
): string {
  return times(count, (i) => {
    const t = (i + 0.5) / count;
    const x = x1 + (x2 - x1) * t;
    const y = y1 + (y2 - y1) * t;
    return satin(
      svg`M${x} ${y - size}L${x + size * 0.7} ${y}L${x} ${y + size}L${x - size * 0.7} ${y}Z`,
      colour,
    );
  });
}

/** A covered or metal button. */
export function button(x: number, y: number, r: number, colour: string): string {
  return svg`<circle cx="${x + 2}" cy="${y + 4}" r="${r}" fill="#140a10" fill-opacity=".35"/><circle cx="${x}" cy="${y}" r="${r}" fill="${colour}"/><circle cx="${x}" cy="${y}" r="${r}" fill="url(#glow)" fill-opacity=".45"/><circle cx="${x}" cy="${y}" r="${r * 0.62}" fill="none" stroke="#140a10" stroke-opacity=".35" stroke-width="2"/>`;
}

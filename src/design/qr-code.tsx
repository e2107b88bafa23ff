import { useMemo } from 'react';
import { encode } from 'uqr';
import { cn } from './cn.ts';

/** A QR code, dark on light in both colour schemes, because not every camera reads the inverse. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { size, d } = useMemo(() => {
    const { size, data } = encode(text, { ecc: 'L', border: 2 });
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
    return { size, d: dark.join('') };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={cn('rounded-sm bg-paper fill-ink', className)}
    >
      <path d={d} />
    </svg>
  );
}

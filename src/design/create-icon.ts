import { createElement, type ReactNode, type SVGProps } from 'react';

interface IconData {
  /** The shapes: tag and attributes, with a key. */
  node: readonly (readonly [string, Record<string, string>])[];
}

interface IconProps extends SVGProps<SVGSVGElement> {
  size?: number | string;
}

const isLabelled = (props: object): boolean =>
  Object.keys(props).some((name) => name === 'role' || name === 'title' || name.startsWith('aria-'));

/**
 * Replaces lucide's function of this name in the build (tools/small-icons.ts). That one makes every attribute and shape
 * anew at each render; a page has a hundred icons. What all icons have in common is in styles.css instead of in attributes
 * of each. Without `absoluteStrokeWidth` and contexts.
 */
export default function createIcon({ node }: IconData) {
  const shapes: ReactNode[] = node.map(([tag, attributes]) => createElement(tag, attributes));
  // Called once for each icon, when its module is loaded.
  // biome-ignore lint/correctness/noComponentHookFactories: not in a render
  return function Icon({
    size,
    width = size,
    height = size,
    color,
    strokeWidth,
    style,
    className,
    children,
    ...props
  }: IconProps) {
    // Attributes would not count against the stylesheet.
    const look = { width, height, stroke: color, strokeWidth };
    const isOwn = Object.values(look).some((value) => value !== undefined);
    return createElement(
      'svg',
      {
        viewBox: '0 0 24 24',
        className: className ? `lucide ${className}` : 'lucide',
        'aria-hidden': children || isLabelled(props) ? undefined : true,
        style: isOwn ? { ...look, ...style } : style,
        ...props,
      },
      shapes,
      children,
    );
  };
}

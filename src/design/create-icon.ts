import { createElement, type ReactNode, type SVGProps } from 'react';

interface IconData {
  name: string;
  aliases?: readonly string[];
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
 * anew at each render; a page has a hundred icons. The same elements, except `absoluteStrokeWidth` and contexts.
 */
export default function createIcon({ name, aliases = [], node }: IconData) {
  const shapes: ReactNode[] = node.map(([tag, attributes]) => createElement(tag, attributes));
  const own = ['lucide', ...[name, ...aliases].map((each) => `lucide-${each}`)].join(' ');
  // Called once for each icon, when its module is loaded.
  // biome-ignore lint/correctness/noComponentHookFactories: not in a render
  return function Icon({ size = 24, color = 'currentColor', className, children, ...props }: IconProps) {
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: color,
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: className ? `${own} ${className}` : own,
        'aria-hidden': children || isLabelled(props) ? undefined : true,
        ...props,
      },
      shapes,
      children,
    );
  };
}

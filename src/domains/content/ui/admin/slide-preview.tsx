import { useLayoutEffect, useRef, useState } from 'react';
import type { Slide } from '../../contract.ts';
import { HeroSlide } from '../hero-slide.tsx';

/** A scaled, inert rendering of the slide as on the front page. */
export function SlidePreview({ slide }: { slide: Slide }) {
  const box = useRef<HTMLDivElement>(null);
  const page = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ scale: 0, height: 0 });
  useLayoutEffect(() => {
    const measure = () => {
      if (!box.current || !page.current) return;
      const scale = box.current.clientWidth / page.current.offsetWidth;
      setSize({ scale, height: page.current.offsetHeight * scale });
    };
    const observer = new ResizeObserver(measure);
    if (box.current) observer.observe(box.current);
    measure();
    return () => observer.disconnect();
  }, []);
  return (
    <figure className="mx-auto w-full min-w-0 max-w-48 sm:max-w-none">
      <div ref={box} className="relative overflow-hidden bg-ink" style={{ height: size.height }}>
        <div
          ref={page}
          inert
          className="absolute top-0 left-0 grid h-[min(86svh,44rem)] w-screen origin-top-left bg-ink text-paper lg:h-[min(94svh,54rem)]"
          style={{ transform: `scale(${size.scale})` }}
        >
          <HeroSlide
            // A remount plays the chosen animation at once.
            key={`${slide.titleAnimation} ${slide.descriptionAnimation}`}
            slide={slide}
            label="Preview"
            isFirst
            isActive
            isReached
          />
        </div>
      </div>
      <figcaption className="mt-2 text-muted-foreground text-sm">
        As the front page shows it on a screen like yours.
      </figcaption>
    </figure>
  );
}

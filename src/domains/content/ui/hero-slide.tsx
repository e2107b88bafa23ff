import { cn } from '#design/cn.ts';
import { Image } from '#design/image.tsx';
import { SiteLink } from '#design/site-link.tsx';
import type { Slide } from '../contract.ts';
import { previewOf, SMALL_PREVIEW_LENGTH } from '../preview.ts';

/** On a phone the image fills the upper part, cropped to its subject; on a desktop the whole slide. */
const SIZES = '(min-width: 64rem) 100vw, 120vw';

/** Longer titles are smaller and wider, so that a slide of 200 letters does not need a second screen. */
const sizeOf = ({ length }: string): string =>
  length <= 40
    ? 'max-w-[11ch] text-4xl lg:text-[clamp(4rem,6.2vw,6.25rem)] lg:leading-[0.98]'
    : length <= 90
      ? 'max-w-[18ch] text-3xl lg:text-[clamp(3rem,4vw,4rem)] lg:leading-[1.05]'
      : 'max-w-[26ch] text-2xl lg:max-w-[22ch] lg:text-3xl';

/**
 * One slide. Only the active one is visible and accessible; an image that is not `isReached` is not loaded.
 */
export function HeroSlide({
  slide,
  label,
  isFirst,
  isActive,
  isReached,
}: {
  slide: Slide;
  label: string;
  isFirst: boolean;
  isActive: boolean;
  isReached: boolean;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is a group, not a set of fields.
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={label}
      data-active={isActive || undefined}
      className={cn(
        'scriptless:visible relative scriptless:grid w-full min-w-0 scriptless:shrink-0 scriptless:snap-start scriptless:opacity-100 transition-[opacity,visibility] duration-700 [grid-area:1/1] motion-reduce:transition-none',
        isReached ? 'grid' : 'hidden',
        !isActive && 'invisible opacity-0',
      )}
    >
      {slide.image ? (
        <div className="absolute inset-x-0 top-0 h-[72%] lg:h-full">
          <Image
            image={slide.image}
            alt=""
            sizes={SIZES}
            priority={isFirst}
            className="size-full bg-ink object-[64%_30%] object-cover lg:object-[50%_22%]"
          />
          <div className="hero-shade absolute inset-0" />
        </div>
      ) : null}
      <div className="wrap relative flex flex-col items-start justify-end self-end pt-20 pb-20 lg:self-center lg:pt-24 lg:pb-16">
        <h2
          className={cn(
            'wrap-anywhere text-balance font-display',
            sizeOf(slide.title),
            isActive && slide.titleAnimation,
          )}
        >
          {slide.title}
        </h2>
        {slide.description ? (
          <p
            className={cn(
              'mt-3 max-w-[26rem] text-lg text-paper/90 lg:mt-6',
              isActive && slide.descriptionAnimation,
            )}
          >
            <span className="lg:hidden">{previewOf(slide.description, SMALL_PREVIEW_LENGTH)}</span>
            <span className="hidden lg:inline">{previewOf(slide.description)}</span>
          </p>
        ) : null}
        {slide.buttonText ? (
          <SiteLink
            href={slide.buttonLink}
            fallback="/products"
            className="mt-5 inline-flex min-h-12 items-center rounded-sm bg-brass px-6 font-semibold text-ink transition-colors hover:bg-paper lg:mt-8"
          >
            {slide.buttonText}
          </SiteLink>
        ) : null}
      </div>
    </div>
  );
}

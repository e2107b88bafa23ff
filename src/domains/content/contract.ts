import { z } from 'zod';
import { raises, route } from '#shared/route.ts';
import { changedBy, filledText, id, image, instant, raisesStale, version } from '#shared/shapes.ts';
import { isSlideLink } from './slide-link.ts';

/** How a slide's words come in. `error` is said where none is chosen. */
const animationOf = (error?: string) =>
  z.enum(['animate-fade-in', 'animate-slide-in-right', 'animate-scale-up', 'animate-float'], { error });

export const animation = animationOf();
export type Animation = z.infer<typeof animation>;

export const slide = z.object({
  id,
  title: z.string(),
  description: z.string(),
  buttonText: z.string(),
  buttonLink: z.string(),
  titleAnimation: animation,
  descriptionAnimation: animation,
  displayOrder: z.int(),
  isActive: z.boolean(),
  image: image.nullable(),
});
export type Slide = z.infer<typeof slide>;

/** A slide as the back office sees it. */
export const slideEntry = slide.extend({ version, updatedAt: instant });
export type SlideEntry = z.infer<typeof slideEntry>;

/** All slides, hidden ones too, ascending by display_order. */
export const slideList = z.object({
  slides: z.array(slideEntry),
  /** Of the order: it moves when a slide comes, goes or changes place. */
  version,
});
export type SlideList = z.infer<typeof slideList>;

const WHOLE = 'Display order is a whole number';
/** As text where it comes in a form of several parts. */
const place = z
  .union([
    z
      .string()
      .trim()
      .regex(/^-?\d{1,9}$/, WHOLE)
      .transform(Number),
    z.number(),
  ])
  .pipe(z.int(WHOLE).min(-1_000_000, WHOLE).max(1_000_000, WHOLE));

const slideFields = {
  title: filledText(1, 200, 'Title is required'),
  description: filledText(1, 1000, 'Description is required'),
  buttonText: filledText(1, 60, 'Button text is required'),
  buttonLink: filledText(1, 500, 'Button link is required').refine(
    isSlideLink,
    'A page of this shop, such as /products, or an address that begins with https://',
  ),
  titleAnimation: animationOf('Title animation is required'),
  descriptionAnimation: animationOf('Description animation is required'),
};
const flag = z.boolean().or(z.stringbool());

export const slideInput = z.object({
  ...slideFields,
  displayOrder: place.default(0),
  isActive: flag.default(true),
});
export type SlideInput = z.infer<typeof slideInput>;

const MAX_BODY = 6 * 1024 * 1024;
const imageCodes = ['NOT_AN_IMAGE', 'IMAGE_TOO_LARGE', 'IMAGE_UNREADABLE', 'STORAGE_UNAVAILABLE'] as const;

const manage = (method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: `/${string}`, summary: string) =>
  route('admin', 'manage slides').route({ method, path, summary });

export const contentContract = {
  /** The active slides, ascending by display_order. */
  listActiveSlides: route('visitor', 'view slides')
    .route({ method: 'GET', path: '/slides', summary: 'Active slides in their order' })
    .output(z.array(slide)),
  getSlide: route('visitor', 'view slides')
    .route({ method: 'GET', path: '/slides/{id}', summary: 'One slide' })
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(slide),
  listSlides: manage('GET', '/admin/slides', 'All slides in their order').output(slideList),
  createSlide: manage('POST', '/admin/slides', 'Add a slide with its image')
    .meta({ access: 'admin', action: 'manage slides', maxBody: MAX_BODY })
    .errors(raises(...imageCodes))
    .input(
      slideInput.extend({
        /** Chosen by the form, so that pressing again after a lost answer makes no second slide. */
        id: id.optional(),
        file: z.file('Please select an image for the slide'),
      }),
    )
    .output(slideEntry),
  updateSlide: manage('PATCH', '/admin/slides/{id}', 'Change a slide')
    .errors({ ...raises('NOT_FOUND'), ...raisesStale(slideEntry) })
    .input(z.object({ ...slideFields, id, version, displayOrder: place, isActive: flag }))
    .output(slideEntry),
  updateSlideImage: manage('PUT', '/admin/slides/{id}/image', 'Set the image of a slide')
    .meta({ access: 'admin', action: 'manage slides', maxBody: MAX_BODY })
    .errors(raises('NOT_FOUND', ...imageCodes))
    .input(z.object({ id, file: z.file('Please select an image for the slide') }))
    .output(image),
  deleteSlide: manage('DELETE', '/admin/slides/{id}', 'Delete a slide')
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(z.object({ id })),
  setSlideActive: manage('PUT', '/admin/slides/{id}/active', 'Show or hide a slide')
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id, isActive: z.boolean(), shown: z.boolean() }))
    .output(z.object({ isActive: z.boolean(), overtaken: changedBy.nullable() })),
  /** Every slide once, each with a place of its own. */
  reorderSlides: manage('PUT', '/admin/slides/order', 'Put the slides in another order')
    .errors(raisesStale(slideList))
    .input(
      z.object({
        version,
        order: z
          .array(z.object({ id, displayOrder: z.int32() }))
          .max(500)
          .refine(
            (order) =>
              new Set(order.map((one) => one.id)).size === order.length &&
              new Set(order.map((one) => one.displayOrder)).size === order.length,
            'Each slide once, at a place of its own',
          ),
      }),
    )
    .output(z.object({ version })),
};

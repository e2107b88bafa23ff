import { gated } from '#platform/rpc/gate.ts';
import { contentContract } from '../contract.ts';
import { activeSlides, type ContentDeps, getSlide } from './slide.service.ts';
import {
  createSlide,
  deleteSlide,
  listSlides,
  reorderSlides,
  setSlideActive,
  updateSlide,
  updateSlideImage,
} from './slide-admin.service.ts';

export function contentRouter(deps: ContentDeps) {
  const os = gated(contentContract);
  return {
    listActiveSlides: os.listActiveSlides.handler(() => activeSlides(deps)),
    getSlide: os.getSlide.handler(({ input, context, errors }) =>
      getSlide({ ...deps, errors }, context.findCaller, input.id),
    ),
    listSlides: os.listSlides.handler(({ context }) => listSlides(deps, context.user)),
    createSlide: os.createSlide.handler(({ input, context, errors }) =>
      createSlide({ ...deps, errors }, context.user, input),
    ),
    updateSlide: os.updateSlide.handler(({ input, context, errors }) =>
      updateSlide({ ...deps, errors }, context.user, input),
    ),
    updateSlideImage: os.updateSlideImage.handler(({ input, context, errors }) =>
      updateSlideImage({ ...deps, errors }, context.user, input),
    ),
    deleteSlide: os.deleteSlide.handler(({ input, context, errors }) =>
      deleteSlide({ ...deps, errors }, context.user, input.id),
    ),
    setSlideActive: os.setSlideActive.handler(({ input, context, errors }) =>
      setSlideActive({ ...deps, errors }, context.user, input),
    ),
    reorderSlides: os.reorderSlides.handler(({ input, context, errors }) =>
      reorderSlides({ ...deps, errors }, context.user, input),
    ),
  };
}

import { gated } from '#platform/rpc/gate.ts';
import { contentContract } from '../contract.ts';
import { activeSlides, type ContentDeps, getSlide } from './slide.service.ts';

export function contentRouter(deps: ContentDeps) {
  const os = gated(contentContract);
  return {
    listActiveSlides: os.listActiveSlides.handler(() => activeSlides(deps)),
    getSlide: os.getSlide.handler(({ input, context }) => getSlide(deps, context.findCaller, input.id)),
  };
}

import { createStartHandler, defaultRenderHandler } from '@tanstack/react-start/server';
import type { Render } from './pages.ts';

/** Renders a page; its routes and components are loaded with this file. */
export const render: Render = createStartHandler(defaultRenderHandler);

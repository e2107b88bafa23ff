import { createFileRoute } from '@tanstack/react-router';
import { SlidesScreen } from '#domains/content/ui/admin/slides-screen.tsx';
import { adminHead } from '../-admin-head.ts';

export const Route = createFileRoute('/admin/_layout/hero-slides')({
  head: adminHead('Hero slides'),
  component: SlidesScreen,
});

import { createFileRoute } from '@tanstack/react-router';
import { SlidesScreen } from '#domains/content/ui/admin/slides-screen.tsx';
import { officeHead } from '../-office-head.ts';

export const Route = createFileRoute('/admin/_office/hero-slides')({
  head: officeHead('Hero slides'),
  component: SlidesScreen,
});

import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, image, instant, switched } from './columns.ts';

export const ANIMATIONS = [
  'animate-fade-in',
  'animate-slide-in-right',
  'animate-scale-up',
  'animate-float',
] as const;

export const heroSlides = pgTable('hero_slides', {
  id: id(),
  title: text().notNull(),
  description: text().notNull(),
  buttonText: text().notNull(),
  buttonLink: text().notNull(),
  titleAnimation: text({ enum: ANIMATIONS }).notNull(),
  descriptionAnimation: text({ enum: ANIMATIONS }).notNull(),
  displayOrder: integer().notNull().default(0),
  isActive: boolean().notNull().default(true),
  ...switched,
  isDemo: boolean().notNull().default(false),
  version: integer().notNull().default(1),
  updatedBy: uuid(),
  createdAt: instant().notNull().defaultNow(),
  updatedAt: instant().notNull().defaultNow(),
});

export const heroSlideImages = pgTable('hero_slide_images', {
  id: id(),
  slideId: uuid().notNull(),
  ...image,
  createdAt: instant().notNull().defaultNow(),
});

import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { type ButtonLook, buttonLook } from './button.tsx';

/** A link to a page of this site that looks like a button. */
export const LinkButton = createLink(
  ({ variant, size, className, ...rest }: ComponentProps<'a'> & ButtonLook) => (
    <a className={buttonLook({ variant, size, className })} {...rest} />
  ),
);

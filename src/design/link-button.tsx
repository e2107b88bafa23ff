import { Link, type LinkComponent, type LinkProps } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { type ButtonLook, buttonLook } from './button.tsx';

/** A link to a page of this site that looks like a button. */
export const LinkButton = (({ variant, size, className, ...rest }: ButtonLook & { className?: string }) => (
  <Link className={buttonLook({ variant, size, className })} {...(rest as LinkProps)} />
)) as LinkComponent<(props: ComponentProps<'a'> & ButtonLook) => ReactNode>;

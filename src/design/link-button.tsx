import { Link, type LinkComponent } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { type ButtonLook, buttonLook } from './button.tsx';

type Props = ComponentProps<'a'> & ButtonLook;

/** A link to a page of this site that looks like a button. */
export const LinkButton = (({ variant, size, className, ...rest }: Props) => (
  <Link className={buttonLook({ variant, size, className })} {...rest} />
)) as LinkComponent<(props: Props) => ReactNode>;

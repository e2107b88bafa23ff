import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { Spinner } from './spinner.tsx';

const look = cva(
  'relative inline-flex max-w-full shrink-0 select-none items-center justify-center gap-2 break-words rounded-sm text-center font-semibold transition-colors disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 aria-busy:cursor-progress [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'bg-primary text-primary-foreground hover:bg-primary-hover',
        secondary: 'bg-muted text-foreground hover:bg-border',
        outline: 'border border-input text-foreground hover:border-foreground hover:bg-muted',
        ghost: 'text-foreground hover:bg-muted',
        danger: 'bg-danger text-danger-foreground hover:bg-danger/85',
        whatsapp: 'bg-success text-success-foreground hover:bg-success/85',
        link: 'link h-auto min-h-0 p-0 text-primary',
      },
      size: {
        sm: 'min-h-9 px-3 py-1.5 text-sm [&_svg]:size-4',
        md: 'min-h-11 px-5 py-2 text-base [&_svg]:size-4.5',
        lg: 'min-h-13 px-7 py-3 text-base [&_svg]:size-5',
        icon: 'size-11 p-0 [&_svg]:size-5',
      },
    },
    compoundVariants: [{ variant: 'link', class: 'min-h-0 px-0 py-0' }],
    defaultVariants: { variant: 'primary', size: 'md' },
  },
);

export type ButtonLook = VariantProps<typeof look>;

export const buttonLook = ({ variant, size, className }: ButtonLook & { className?: string }): string =>
  cn(look({ variant, size }), className);

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** Applies the styles to the only child, for instance a link. `busy` has no effect then. */
    asChild?: boolean;
    /** Ignores further presses, and shows `busyLabel` or else a spinner in place of the label (the width stays). */
    busy?: boolean;
    busyLabel?: string | undefined;
  };

export function Button({
  variant,
  size,
  asChild,
  busy,
  busyLabel,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  const classes = buttonLook({ variant, size, className });
  if (asChild) {
    return (
      <Slot.Root className={classes} onClick={onClick} {...rest}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      type={type}
      className={classes}
      aria-busy={busy || undefined}
      // Busy is not `disabled`, which would lose the focus and is not announced by screen readers.
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {busy && !busyLabel ? (
        <>
          <span className="inline-flex items-center gap-2 opacity-0">{children}</span>
          <Spinner className="absolute" />
        </>
      ) : busy ? (
        busyLabel
      ) : (
        children
      )}
    </button>
  );
}

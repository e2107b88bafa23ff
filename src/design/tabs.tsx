import { Tabs as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

/** Tabs > TabList > Tab (value), then one TabPanel (value) each. */
export const Tabs = Radix.Root;

export const TabList = (props: ComponentProps<typeof Radix.List>) => (
  <Radix.List className="flex gap-2 overflow-x-auto border-b" {...props} />
);

export const Tab = (props: ComponentProps<typeof Radix.Trigger>) => (
  <Radix.Trigger
    className="-mb-px min-h-11 whitespace-nowrap px-2 border-transparent border-b-2 font-semibold text-muted-foreground -outline-offset-2 transition-colors hover:text-foreground data-[state=active]:border-primary data-[state=active]:text-foreground"
    {...props}
  />
);

export function TabPanel({ className, ...rest }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={cn('pt-6', className)} {...rest} />;
}

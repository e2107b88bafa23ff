import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { Button } from '#design/button.tsx';
import type { ProductsAddress } from './-products-search.ts';

/** The list as it was last looked at in this tab: whoever edits one product after another keeps her place. */
let lastLook: ProductsAddress = {};

export function rememberLook(address: ProductsAddress): void {
  lastLook = address;
}

/** The way back from one product to all of them. */
export function BackToProducts() {
  return (
    <Button asChild variant="ghost" className="-ml-4 justify-self-start">
      <Link to="/admin/products" search={lastLook}>
        <ArrowLeft aria-hidden="true" />
        Back to products
      </Link>
    </Button>
  );
}

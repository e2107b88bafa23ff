/** Beside the sign-in form of the back office, on wide screens. */
export const adminSignInLine = 'Where the cloth is counted, priced and sent on its way.';

/** While there is no category. */
export const categoriesHint = 'Shoppers find cloth by its category: agbada, gele, shoes.';

/** The two sample rows of product_template.csv: name, description, price, category, featured. */
export const templateRows: readonly (readonly [string, string, string, string, string])[] = [
  ['Ankara Maxi Dress', 'Floor-length dress of Ankara cotton with pockets', '25000', 'Dresses', 'true'],
  [
    'Classic Agbada Set',
    'Three-piece agbada of cashmere, embroidered by hand',
    '85000.50',
    'Agbada',
    'false',
  ],
];

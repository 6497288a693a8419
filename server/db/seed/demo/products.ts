import type { products } from '../../tables/index.ts';
import type { Chance } from './chance.ts';
import { FAMILIES, type Family } from './productData.ts';

export type ProductRow = typeof products.$inferInsert & { id: number };

/** Brands differ in price by so many percent, in their order. */
const BRAND_FACTORS = [100, 92, 108, 85];

/** Every family, brand and size: 600 products. */
export function productRows(chance: Chance): ProductRow[] {
  return FAMILIES.flatMap(variantsOf).map(({ family, brand, size, cents, imageId }, index) => ({
    id: index + 1,
    code: String(10_001 + index * 7),
    description: `${family.name} ${brand} ${size.text}`,
    brand,
    unit: size.unit,
    barcode: barcode(chance),
    salesClass: family.salesClass,
    price: (cents / 100).toFixed(4),
    photoRequired: family.photo,
    unavailable: chance.happens(4),
    // Some have none, as in life.
    imageId: chance.happens(90) ? imageId : null,
  }));
}

/** Sizes share the picture of their family and brand. */
export const imageIdOf = (familyIndex: number, brandIndex: number): string =>
  `demo-${familyIndex + 1}-${brandIndex + 1}`;

const variantsOf = (family: Family, familyIndex: number) =>
  family.sizes.flatMap((size) =>
    family.brands.map((brand, order) => ({
      imageId: imageIdOf(familyIndex, order),
      family,
      brand,
      size,
      cents: Math.round((size.priceInCents * (BRAND_FACTORS[order] ?? 100)) / 100),
    })),
  );

/** EAN-13 of Brazil (789) with its check digit. */
function barcode(chance: Chance): string {
  const base = `789${chance.digits(9)}`;
  const sum = [...base].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return base + ((10 - (sum % 10)) % 10);
}

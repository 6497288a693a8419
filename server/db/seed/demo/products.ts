import type { products } from '../../tables/index.ts';
import type { Chance } from './chance.ts';

export type ProductRow = typeof products.$inferInsert & { id: number };

/** Price level of each brand in percent, in brand order. */
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

/** A Brazilian EAN-13 (789) with its check digit. */
function barcode(chance: Chance): string {
  const base = `789${chance.digits(9)}`;
  const sum = [...base].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return base + ((10 - (sum % 10)) % 10);
}

/** The company's products: each family yields one product per brand and size. The brands are invented. */
export interface Family {
  salesClass: string;
  name: string;
  shape: Shape;
  brands: readonly string[];
  sizes: readonly Size[];
  /** Fragile or perishable, so a return requires a photo. */
  photo: boolean;
}

interface Size {
  text: string;
  /** Unit of sale: CX caixa, FD fardo, UN unidade, PC pacote, KG quilo. */
  unit: string;
  priceInCents: number;
}

/** The shape in which its picture is drawn. */
export type Shape = 'saco' | 'garrafa' | 'frasco' | 'caixa' | 'cartonado' | 'utilidade';

interface Department {
  shape: Shape;
  brands: readonly string[];
}

const GRAINS: Department = {
  shape: 'saco',
  brands: ['Bom Grão', 'Fazenda Boa Vista', 'Serra Alta', 'Colheita'],
};
const DRINKS: Department = { shape: 'garrafa', brands: ['Serra Alta', 'Vale Verde', 'Fonte Clara', 'Maré'] };
const CLEANING: Department = { shape: 'frasco', brands: ['Limpa Lar', 'Casa Clara', 'Brilho Já', 'Varanda'] };
const CARE: Department = {
  shape: 'caixa',
  brands: ['Pele & Cia', 'Doce Banho', 'Casa Clara', 'Flor do Campo'],
};
const DAIRY: Department = {
  shape: 'cartonado',
  brands: ['Minas Nobre', 'Fazenda Boa Vista', 'Campo Leite', 'Serra Alta'],
};
const HOME: Department = { shape: 'utilidade', brands: ['Utilar', 'Casa Clara', 'Norte Sul', 'Praticasa'] };

export const FAMILIES: readonly Family[] = [
  family('A', GRAINS, 'Arroz branco tipo 1', '1 kg FD 5490 | 5 kg FD 14990 | 2 kg FD 7890'),
  family('A', GRAINS, 'Feijão carioca', '500 g FD 4690 | 1 kg FD 8290 | 2 kg FD 15490'),
  family('B', GRAINS, 'Feijão preto', '500 g FD 4890 | 1 kg FD 8590'),
  family('A', GRAINS, 'Açúcar refinado', '1 kg FD 4190 | 5 kg FD 10290'),
  family('B', GRAINS, 'Farinha de trigo', '1 kg FD 4390 | 5 kg FD 10990'),
  family('B', GRAINS, 'Farinha de mandioca', '500 g FD 3990 | 1 kg FD 7190'),
  family('B', GRAINS, 'Macarrão espaguete', '500 g CX 6790 | 1 kg CX 9990'),
  family('C', GRAINS, 'Macarrão parafuso', '500 g CX 6890 | 1 kg CX 10190'),
  family('B', GRAINS, 'Fubá mimoso', '500 g FD 2990 | 1 kg FD 4990'),
  family('A', GRAINS, 'Óleo de soja', '900 ml CX 13990 | 500 ml CX 8690', true),
  family('B', GRAINS, 'Azeite extravirgem', '250 ml CX 21990 | 500 ml CX 39990', true),
  family('A', GRAINS, 'Café torrado e moído', '250 g CX 18990 | 500 g CX 35990 | 1 kg CX 67990'),
  family('C', GRAINS, 'Milho verde em conserva', '170 g CX 7190 | 2 kg CX 11990'),
  family('C', GRAINS, 'Ervilha em conserva', '170 g CX 7290'),
  family('B', GRAINS, 'Molho de tomate tradicional', '300 g CX 5790 | 1,7 kg CX 8890'),
  family('C', GRAINS, 'Sal refinado', '1 kg FD 2490'),
  family('B', GRAINS, 'Biscoito água e sal', '200 g CX 7490 | 400 g CX 11990'),
  family('B', GRAINS, 'Biscoito recheado chocolate', '130 g CX 8990 | 90 g CX 6690'),
  family('C', GRAINS, 'Achocolatado em pó', '400 g CX 10990 | 800 g CX 19490'),
  family('A', DRINKS, 'Refrigerante cola', '2 L FD 4990 | 350 ml FD 3390 | 1 L FD 3990'),
  family('A', DRINKS, 'Refrigerante guaraná', '2 L FD 4690 | 350 ml FD 3190 | 1 L FD 3790'),
  family('B', DRINKS, 'Refrigerante laranja', '2 L FD 4590 | 350 ml FD 3090'),
  family('B', DRINKS, 'Suco de uva integral', '1,5 L CX 11990', true),
  family('B', DRINKS, 'Néctar de pêssego', '1 L CX 6990 | 200 ml CX 5490'),
  family('A', DRINKS, 'Água mineral sem gás', '500 ml FD 1690 | 1,5 L FD 1590 | 5 L UN 990'),
  family('B', DRINKS, 'Água mineral com gás', '500 ml FD 1890 | 1,5 L FD 1790'),
  family('C', DRINKS, 'Energético', '250 ml FD 4990 | 473 ml FD 6990'),
  family('C', DRINKS, 'Chá mate gelado', '1,5 L FD 4290 | 300 ml FD 5990'),
  family('B', DRINKS, 'Cerveja pilsen long neck', '330 ml CX 8990 | 600 ml CX 9990', true),
  family('A', CLEANING, 'Detergente neutro', '500 ml CX 5490 | 5 L UN 1990'),
  family('B', CLEANING, 'Detergente maçã', '500 ml CX 5490'),
  family('A', CLEANING, 'Sabão em pó', '800 g CX 13990 | 1,6 kg CX 19990 | 5 kg UN 4990'),
  family('B', CLEANING, 'Sabão líquido', '3 L CX 15990 | 5 L UN 4590'),
  family('A', CLEANING, 'Água sanitária', '1 L CX 3490 | 2 L CX 4990 | 5 L UN 1490'),
  family('B', CLEANING, 'Amaciante concentrado', '500 ml CX 8990 | 2 L CX 11990'),
  family('B', CLEANING, 'Desinfetante lavanda', '500 ml CX 4990 | 2 L CX 6990'),
  family('C', CLEANING, 'Desinfetante eucalipto', '500 ml CX 4990 | 2 L CX 6990'),
  family('C', CLEANING, 'Limpador multiuso', '500 ml CX 5990'),
  family('C', CLEANING, 'Lustra-móveis', '200 ml CX 7990'),
  family('C', CLEANING, 'Esponja dupla face', '4 unidades CX 8990 | unidade CX 6990'),
  family('C', CLEANING, 'Saco de lixo', '30 L FD 3990 | 50 L FD 4990 | 100 L FD 6490'),
  family('A', CARE, 'Papel higiênico folha dupla', '4 rolos FD 7990 | 12 rolos FD 10990'),
  family('B', CARE, 'Sabonete em barra', '85 g CX 9990 | 125 g CX 12990'),
  family('B', CARE, 'Xampu hidratação', '325 ml CX 13990 | 650 ml CX 21990'),
  family('B', CARE, 'Condicionador hidratação', '325 ml CX 14990 | 650 ml CX 22990'),
  family('B', CARE, 'Creme dental menta', '90 g CX 10990 | 180 g CX 16990'),
  family('C', CARE, 'Escova dental macia', 'unidade CX 8990 | 2 unidades CX 12990'),
  family('B', CARE, 'Desodorante aerossol', '150 ml CX 15990 | 90 ml CX 11990'),
  family('C', CARE, 'Fralda descartável', 'P FD 17990 | M FD 17990 | G FD 17990'),
  family('C', CARE, 'Absorvente com abas', '8 unidades CX 8990 | 16 unidades CX 14990'),
  family('A', DAIRY, 'Leite longa vida integral', '1 L CX 6290 | 200 ml CX 5190', true),
  family('A', DAIRY, 'Leite longa vida desnatado', '1 L CX 6390', true),
  family('B', DAIRY, 'Leite condensado', '395 g CX 16990 | 200 g CX 9990'),
  family('B', DAIRY, 'Creme de leite', '200 g CX 8990 | 1 kg CX 22990'),
  family('B', DAIRY, 'Queijo muçarela', 'peça KG 3890 | fatiado 150 g CX 14990', true),
  family('B', DAIRY, 'Queijo prato', 'peça KG 4190', true),
  family('C', DAIRY, 'Presunto cozido', 'peça KG 2990', true),
  family('B', DAIRY, 'Manteiga com sal', '200 g CX 21990 | 500 g CX 27990', true),
  family('B', DAIRY, 'Margarina cremosa', '250 g CX 5990 | 500 g CX 10990 | 1 kg CX 19990'),
  family('B', DAIRY, 'Requeijão cremoso', '200 g CX 9990', true),
  family('B', DAIRY, 'Iogurte de morango', 'bandeja 540 g CX 9490', true),
  family('C', HOME, 'Copo de vidro americano', '190 ml CX 3990 | 300 ml CX 5490', true),
  family('C', HOME, 'Prato fundo de vidro', '22 cm CX 8990 | 25 cm CX 10990', true),
  family('C', HOME, 'Garrafa térmica', '500 ml UN 4990 | 1 L UN 6990 | 1,8 L UN 8990'),
  family('C', HOME, 'Pano de prato', '40 × 60 cm PC 3990'),
  family('C', HOME, 'Vassoura de nylon', '30 cm UN 1490 | 40 cm UN 1890'),
  family('C', HOME, 'Rodo de espuma', '40 cm UN 1390 | 60 cm UN 1790'),
  family('C', HOME, 'Balde plástico', '8 L UN 990 | 12 L UN 1390 | 20 L UN 1990'),
  family('C', HOME, 'Pilha alcalina', 'AA 4 unidades CX 15990 | AAA 4 unidades CX 15990'),
  family('C', HOME, 'Lâmpada LED', '9 W CX 7990 | 12 W CX 9990 | 15 W CX 11990'),
  family('B', HOME, 'Liquidificador 2 velocidades', '127 V UN 8990 | 220 V UN 8990', true),
  family('B', HOME, 'Ventilador de mesa 40 cm', '127 V UN 13990 | 220 V UN 13990'),
  family('B', HOME, 'Ferro de passar a seco', '127 V UN 6990 | 220 V UN 6990'),
  family('B', HOME, 'Sanduicheira antiaderente', '127 V UN 7990 | 220 V UN 7990'),
];

/** `sizes` has the form 'size unit cents | size unit cents'. */
function family(
  salesClass: string,
  { shape, brands }: Department,
  name: string,
  sizes: string,
  photo = false,
): Family {
  return { salesClass, name, shape, brands, photo, sizes: sizes.split(' | ').map(sizeOf) };
}

function sizeOf(text: string): Size {
  const words = text.split(' ');
  const priceInCents = Number(words.at(-1));
  return { text: words.slice(0, -2).join(' '), unit: words.at(-2) ?? 'UN', priceInCents };
}

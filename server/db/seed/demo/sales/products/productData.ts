/** Models: products that differ in a single property. */
export const MODELS = ['Sortidos da casa', 'Tinta acrílica fosca', 'Esmalte sintético'] as const;

const paint = (description: string, unit: string, barcode: string, price: string, model: number | null) => ({
  description,
  unit,
  barcode,
  price,
  model,
  base: model !== null,
  inactive: false,
});

/** Bases for the tinting machine, and discontinued paints. */
export const PAINTS = [
  paint('Tinta acrílica fosca base A 900 ml', 'UN', '7899000000011', '42.9000', 2),
  paint('Tinta acrílica fosca base A 3,6 L', 'UN', '7899000000028', '139.9000', 2),
  paint('Tinta acrílica fosca base A 18 L', 'UN', '7899000000035', '589.9000', 2),
  paint('Esmalte sintético base brilhante 900 ml', 'UN', '7899000000042', '54.9000', 3),
  paint('Esmalte sintético base brilhante 3,6 L', 'UN', '7899000000059', '179.9000', 3),
  { ...paint('Tinta a óleo cinza 3,6 L', 'UN', '7899000000066', '99.9000', null), inactive: true },
  { ...paint('Verniz marítimo antigo 900 ml', 'UN', '7899000000073', '39.9000', null), inactive: true },
] as const;

/** Code, name, screen colour. */
export const COLORS = [
  ['A101', 'Azul oceano', '#1b4f72'],
  ['A102', 'Azul céu', '#85c1e9'],
  ['V201', 'Verde mata', '#196f3d'],
  ['V202', 'Verde água', '#a3e4d7'],
  ['T301', 'Terracota', '#a04000'],
  ['T302', 'Areia', '#e5d3b3'],
  ['C401', 'Cinza pedra', '#7f8c8d'],
  ['C402', 'Gelo', '#ecf0f1'],
  ['R501', 'Vermelho barroco', '#7b241c'],
  ['L601', 'Lavanda', '#c39bd3'],
] as const;

export const COMPETITORS = [
  'Atacado Bandeirante',
  'Distribuidora Ipê',
  'Rede Compra Certa',
  'Central do Norte',
] as const;

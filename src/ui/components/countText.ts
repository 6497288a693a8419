const whole = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0 });

/** 1284 → '1.284'. Above the cap, where counting stopped: '10.000+'. */
export const countText = (count: number, cap = Number.POSITIVE_INFINITY) =>
  count > cap ? `${whole.format(cap)}+` : whole.format(count);

/** 'Ana', 'Ana e Bruno', 'Ana, Bruno e Carla'. */
export function namesText(names: readonly string[]): string {
  if (names.length <= 1) return names[0] ?? '';
  return `${names.slice(0, -1).join(', ')} e ${names.at(-1)}`;
}

/** The first name, as colleagues address each other. */
export const firstName = (name: string): string => name.split(' ')[0] ?? name;

/** 'Ana', 'Ana e Bruno', 'Ana, Bruno e Carla'. */
export function namesText(names: readonly string[]): string {
  if (names.length <= 1) return names[0] ?? '';
  return `${names.slice(0, -1).join(', ')} e ${names.at(-1)}`;
}

/** As colleagues call each other. */
export const firstName = (name: string): string => name.split(' ')[0] ?? name;

import { describe, expect, it } from '@jest/globals';
import { paletteKeys } from '#contract/catalogs/catalog.ts';
import { paletteOf, type Scheme } from '#ui/theme/palette.ts';

/** WCAG 2.2, relative luminance and contrast ratio. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const SURFACES = ['fundo', 'superficie', 'elevada', 'lateral', 'cabecalho', 'realce', 'selecionado'] as const;

function pairs(scheme: Scheme): [name: string, text: string, ground: string][] {
  const { actions, components, tons, estoque, status_pedido } = paletteOf(scheme);
  const grounds = SURFACES.map((key) => [key, components[key]] as const);
  const onSurfaces = (name: string, text: string) =>
    grounds.map(([key, ground]) => [`${name} on ${key}`, text, ground] as [string, string, string]);
  return [
    ...(['texto', 'textoSecundario', 'textoFraco'] as const).flatMap((key) =>
      onSurfaces(key, components[key]),
    ),
    ...Object.entries(actions).flatMap(([key, c]) => [
      [`${key} contrast on main`, c.contrast, c.main] as [string, string, string],
      [`${key} contrast on hover`, c.contrast, c.hover] as [string, string, string],
      [`${key} text on soft`, c.text, c.soft] as [string, string, string],
      ...onSurfaces(`${key} text`, c.text),
    ]),
    ...Object.entries({ ...tons, ...estoque, ...status_pedido }).flatMap(([key, c]) => [
      [`${key} text on soft`, c.text, c.soft] as [string, string, string],
      ...onSurfaces(`${key} text`, c.text),
    ]),
  ];
}

describe.each(['light', 'dark'] as const)('palette, %s', (scheme) => {
  it('has a contrast of 4.5:1 for every text', () => {
    const weak = pairs(scheme)
      .map(([name, text, ground]) => `${name}: ${contrast(text, ground).toFixed(2)}`)
      .filter((line) => Number(line.split(': ')[1]) < 4.5);
    expect(weak).toEqual([]);
  });

  it('has a contrast of 3:1 for control borders and the focus ring', () => {
    const { components } = paletteOf(scheme);
    const weak = (['campo', 'foco'] as const).flatMap((key) =>
      (['fundo', 'superficie', 'elevada', 'lateral'] as const)
        .map((ground) => `${key} on ${ground}: ${contrast(components[key], components[ground]).toFixed(2)}`)
        .filter((line) => Number(line.split(': ')[1]) < 3),
    );
    expect(weak).toEqual([]);
  });

  it('has enough contrast for main colours used as text on surfaces', () => {
    const { actions, components } = paletteOf(scheme);
    for (const c of [
      actions.primaria.main,
      actions.perigo.main,
      actions.informacao.main,
      actions.sucesso.main,
    ])
      for (const ground of [components.fundo, components.superficie, components.elevada])
        expect(contrast(c, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it('has the keys of document 002', () => {
    const palette = paletteOf(scheme);
    expect(Object.keys(palette.actions)).toEqual([
      'primaria',
      'secundaria',
      'sucesso',
      'aviso',
      'perigo',
      'informacao',
    ]);
    expect(Object.keys(palette.estoque)).toEqual(['normal', 'baixo', 'vazio']);
    expect(Object.keys(palette.status_pedido)).toHaveLength(20);
  });

  it('has every colour that a catalogue entry can name', () => {
    const { actions, ...groups } = paletteOf(scheme);
    const known = [
      ...Object.keys(actions),
      ...Object.entries(groups).flatMap(([group, rows]) => Object.keys(rows).map((key) => `${group}.${key}`)),
    ];
    expect(paletteKeys.filter((key) => !known.includes(key))).toEqual([]);
  });
});

import type { UiSchema, WidgetOptions } from '../../../../contract/rules/forms/formDefinition.ts';
import { dependencyOf } from '../../../../contract/rules/forms/optionSources.ts';
import { isSource } from './index.ts';
import type { OptionContext } from './source.ts';
import { optionSources } from './sources.ts';

const OUTSIDE_OPTIONS = 'Escolha uma opção da lista.';

/**
 * Values that their source of options does not offer this person, by JSON pointer: a browser shows only what may be
 * chosen, whoever writes a request by hand is refused here.
 */
export async function outsideOptions(
  ctx: OptionContext,
  ui: UiSchema,
  data: unknown,
): Promise<Record<string, string>> {
  const wrong: Record<string, string> = {};
  for (const { pointer, values, origem, valores } of choicesIn(ui, data, '', {})) {
    if (!isSource(origem)) continue;
    const offered = await optionSources[origem](ctx, {
      q: '',
      valores,
      escolhidos: values,
      offered: true,
      most: values.length,
    });
    const known = new Set(offered.map(({ valor }) => valor));
    if (!values.every((value) => known.has(value))) wrong[pointer] = OUTSIDE_OPTIONS;
  }
  return wrong;
}

interface Choice {
  pointer: string;
  values: string[];
  origem: string;
  valores: Record<string, unknown>;
}

function choicesIn(
  ui: UiSchema,
  value: unknown,
  pointer: string,
  group: Readonly<Record<string, unknown>>,
): Choice[] {
  if (value === undefined || value === null) return [];
  const { origem, dependeDe = [] } = (ui['ui:options'] ?? {}) as WidgetOptions;
  if (origem) {
    // Anything but a text or a number is nothing that was offered; a text of it might not even exist.
    const values = [value].flat().map((one) => (typeof one === 'object' ? '' : String(one)));
    const valores = Object.fromEntries(
      dependeDe.map(dependencyOf).map(({ chave, campo }) => [chave, group[campo]]),
    );
    return values.length > 0 ? [{ pointer, values, origem, valores }] : [];
  }
  if (Array.isArray(value))
    return value.flatMap((one, index) => choicesIn(below(ui, 'items'), one, `${pointer}/${index}`, group));
  if (typeof value !== 'object') return [];
  const own = value as Record<string, unknown>;
  return Object.entries(own).flatMap(([key, one]) =>
    choicesIn(below(ui, key), one, `${pointer}/${key}`, own),
  );
}

const below = (ui: UiSchema, key: string): UiSchema => (ui[key] ?? {}) as UiSchema;

import { OPTION_SOURCES, type OptionSource } from './optionSources.ts';

/** What narrows the options of a source, and the field of the form that says it. */
export interface OptionDependency {
  /** What the source calls it: `uf` of the cities. */
  chave: string;
  /** The field whose value goes along. */
  campo: string;
}

/** An entry of `dependeDe`: 'uf' where the field is called so too, 'uf=estado_do_cliente' for any other. */
export function dependencyOf(entry: string): OptionDependency {
  const [chave = '', campo = chave] = entry.split('=');
  return { chave, campo };
}

export const dependencyEntry = ({ chave, campo }: OptionDependency): string =>
  chave === campo ? chave : `${chave}=${campo}`;

/** What people call what a source depends on, and the source whose choice says it. */
export const dependencyNames: Readonly<Record<string, { nome: string; origem: OptionSource }>> = {
  regiao: { nome: 'região', origem: 'regioes' },
  tipo: { nome: 'tipo de ticket', origem: 'tiposTicket' },
  uf: { nome: 'estado', origem: 'estados' },
};

/** What the options of a source may be narrowed by. */
export const dependenciesOf = (origem: string | undefined): readonly string[] =>
  origem !== undefined && Object.hasOwn(OPTION_SOURCES, origem)
    ? ((OPTION_SOURCES[origem as OptionSource] as { dependeDe?: readonly string[] }).dependeDe ?? [])
    : [];

import { listText } from '../text.ts';
import { type DefinitionKind, definitionKinds } from './definition.ts';

/** What a definition can use: other definitions, the views of reports, and rows that flows name by key. */
export type UsedKind = DefinitionKind | 'views' | 'sectors' | 'ticketTypes';

/** One use: a place of a definition, and what it needs there. */
export interface DefinitionUse {
  readonly kind: UsedKind;
  readonly key: string;
  /** A field of the used definition, or a column of the view; '' for the whole. */
  readonly field: string;
  /** One of the field's options; '' for none in particular. */
  readonly value: string;
  /** Where it is used, as a JSON pointer. */
  readonly pointer: string;
  /** Set where a query leaves open which of several sources it reads, so that nothing is refused for its sake. */
  readonly unsure?: true;
}

/** How a value is stored: reading it in another form than before gives other results, or none. */
export type ValueForm = 'TEXTO' | 'INTEIRO' | 'DECIMAL' | 'DATA' | 'MOMENTO' | 'LOGICO' | 'LISTA';

export interface OfferedField {
  readonly title: string;
  readonly form: ValueForm;
  /** All options, also those that are only readable; absent where any value is allowed. */
  readonly values?: readonly string[];
}

/** What a published definition offers to those that use it, or why they cannot use it at all. */
export type Offer = { readonly fields: ReadonlyMap<string, OfferedField> } | { readonly refusal: string };

/** A definition as it is named to people, and opened. */
export interface DefinitionLink {
  readonly kind: DefinitionKind;
  readonly key: string;
  readonly title: string;
}

/** What a use no longer finds. */
export type Loss =
  | { readonly part: 'WHOLE'; readonly refusal?: string }
  | { readonly part: 'FIELD' }
  | { readonly part: 'FORM' }
  | { readonly part: 'VALUE' };

/**
 * What a use misses in an offer; `null` if it finds everything. `before` is the offer that it was written for, if known: the
 * form of a value is only missed where it has changed.
 */
export function lossOf(use: DefinitionUse, offer: Offer | null, before?: Offer | null): Loss | null {
  if (!offer) return { part: 'WHOLE' };
  if ('refusal' in offer) return { part: 'WHOLE', refusal: offer.refusal };
  if (use.field === '') return null;
  const field = offer.fields.get(use.field);
  if (!field) return { part: 'FIELD' };
  const old = before && 'fields' in before ? before.fields.get(use.field) : undefined;
  if (old && old.form !== field.form) return { part: 'FORM' };
  return use.value !== '' && field.values && !field.values.includes(use.value) ? { part: 'VALUE' } : null;
}

/** 'relatório "Rotas por dia"' */
export const linkText = ({ kind, title }: DefinitionLink): string =>
  `${definitionKinds[kind].singular.toLowerCase()} "${title}"`;

const MAX_NAMED = 6;

/** 'relatório "A", painel "B" e mais 3' */
export const linksText = (links: readonly DefinitionLink[]): string => {
  const more = links.length - MAX_NAMED;
  return listText([...links.slice(0, MAX_NAMED).map(linkText), ...(more > 0 ? [`mais ${more}`] : [])]);
};

/** Why a change is refused: what others would miss, and who they are. */
export function lossSentence(
  loss: Loss,
  use: Pick<DefinitionUse, 'value'>,
  fieldTitle: string,
  users: readonly DefinitionLink[],
): string {
  const by = `${linksText(users)}. Mude ${users.length === 1 ? 'esse uso' : 'esses usos'} antes`;
  switch (loss.part) {
    case 'WHOLE':
      return `${loss.refusal ? `${loss.refusal} ` : ''}Está em uso: ${by}.`;
    case 'FIELD':
      return `O campo '${fieldTitle}' está em uso: ${by}, ou mantenha o campo.`;
    case 'FORM':
      return `O tipo do campo '${fieldTitle}' não pode mudar: o que está guardado passaria a ser lido de outro modo por ${by}, ou crie outro campo.`;
    case 'VALUE':
      return `A opção "${use.value}" do campo '${fieldTitle}' está em uso: ${by}, ou arquive a opção em vez de retirá-la.`;
  }
}

import { useLocation } from 'react-router-dom';
import type { ProposedField, ProposedTerms } from '#contract/callcenter/quotes/proposedTerms.ts';
import type { EditedQuote } from '#contract/callcenter/quotes/quoteShapes.ts';
import type { HeaderChange } from './state/pendingChange.ts';

interface Opened {
  id: number;
  proposta: ProposedTerms | null;
}

/** What the quote's page is told by whoever opened it; it lasts as long as the entry of the history. */
export const proposedState = ({ id, proposta }: Opened) => ({ proposto: { id, proposta } });

/** The value of a header field as `QuoteChange` names it. */
const heldBy: Readonly<Record<ProposedField, (quote: EditedQuote) => number | boolean | null>> = {
  idEnderecoEntrega: ({ enderecoEntrega }) => enderecoEntrega?.id ?? null,
  idCobranca: ({ cobranca }) => cobranca?.id ?? null,
  idPlano: ({ plano }) => plano?.id ?? null,
  idTipoFrete: ({ tipoFrete }) => tipoFrete?.id ?? null,
  retira: ({ retira }) => retira,
  idTransportadora: ({ transportadora }) => transportadora?.id ?? null,
  idRedespacho: ({ redespacho }) => redespacho?.id ?? null,
};

export interface ShownProposal extends Omit<ProposedTerms, 'campos'> {
  campos: readonly ProposedField[];
  /** The change that takes back what is still as it was proposed. */
  takenBack: HeaderChange;
}

/** The terms that the quote began with and that are still as they were proposed; `null` without any. */
export function useProposedTerms(quote: EditedQuote): ShownProposal | null {
  const { state } = useLocation();
  const opened = (state as { proposto?: Opened } | null)?.proposto;
  if (opened?.id !== quote.id || !opened.proposta) return null;
  const { pedido, campos, escolherDeNovo } = opened.proposta;
  const left = campos.flatMap(({ campo, valor }) => (heldBy[campo](quote) === valor ? [campo] : []));
  if (left.length === 0 && escolherDeNovo.length === 0) return null;
  return {
    ...{ pedido, campos: left, escolherDeNovo },
    takenBack: Object.fromEntries(left.map((name) => [name, name === 'retira' ? false : null])),
  };
}

import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { productRoutes } from '#contract/callcenter/products.ts';
import type { EnteredLine } from '#contract/callcenter/quotes/quoteEntry.ts';
import type { QuoteProduct } from '#contract/callcenter/quotes/quoteShapes.ts';
import { call } from '#data/call.ts';
import { Button } from '#ui/components/Button.tsx';
import { Tag } from '#ui/components/display/Chips.tsx';
import { AsyncAutocomplete, type AsyncOption } from '#ui/components/inputs/AsyncAutocomplete.tsx';
import { NumberField } from '#ui/components/inputs/NumberField.tsx';
import { FINGER } from '#ui/theme/controls.ts';
import { PackPrice, standardPack } from '../products/ProductRow.tsx';
import type { Answer } from './pastedList.ts';

interface AskedLineProps {
  quoteId: number;
  line: EnteredLine;
  /** It is in the quote already, as another product: nothing chosen leaves it so. */
  isInQuote: boolean;
  /** What was chosen for it was refused just now. */
  isRefused: boolean;
  answer: Answer | undefined;
  onAnswer: (answer: Answer) => void;
  /** Called with the line's own stop. */
  onNext: (from: HTMLElement) => void;
}

/** One line of a list that may mean several products, or none. */
export function AskedLine({ quoteId, line, isInQuote, isRefused, answer, onAnswer, onNext }: AskedLineProps) {
  const id = useId();
  const problemId = useId();
  const stop = useRef<HTMLLIElement>(null);
  const [searching, setSearching] = useState(false);
  const { texto, problema, alternativas } = line;
  /** What was sought stays among the choices when another is chosen. */
  const [sought, setSought] = useState<readonly QuoteProduct[]>(() =>
    answer?.produto ? [answer.produto] : [],
  );
  const candidatos = [...new Map([...line.candidatos, ...sought].map((each) => [each.id, each])).values()];
  const qtde = answer?.qtde ?? alternativas[0]?.qtde ?? line.qtde ?? '1';
  const choose = (produto: QuoteProduct | null) => onAnswer({ produto, qtde });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event;
    const own = target === event.currentTarget;
    // A list of products that is open has used the key.
    if (event.defaultPrevented) return;
    if (event.key === 'Enter') {
      // A button is pressed by it, and the search field waits for what it finds.
      if (target instanceof Element && target.closest('button, [role=combobox]')) return;
      event.preventDefault();
      return onNext(event.currentTarget);
    }
    if (!own || !/^[0-9]$/.test(event.key)) return;
    const produto = event.key === '0' ? null : candidatos[Number(event.key) - 1];
    if (produto === undefined) return;
    event.preventDefault();
    choose(produto);
  };
  return (
    <Box
      component="li"
      ref={stop}
      data-asked={isRefused ? 'refused' : ''}
      tabIndex={0}
      aria-labelledby={id}
      aria-describedby={problema ? problemId : undefined}
      onKeyDown={onKeyDown}
      sx={{
        p: 2,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        scrollMargin: 8,
        overflowWrap: 'anywhere',
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
        <Box id={id} sx={{ flex: '1 1 200px', minWidth: 0, fontWeight: 600 }}>
          {texto}
        </Box>
        {line.lembrado && !isInQuote && (
          <Tag tone="informacao">
            <span>Como da última vez</span>
          </Tag>
        )}
        {(isInQuote ? answer?.produto : candidatos.length > 0) && (
          <NumberField
            label="Quantidade"
            size="small"
            places={3}
            live="filled"
            value={qtde}
            onChange={(value) => onAnswer({ produto: answer?.produto, qtde: value ?? qtde })}
            sx={{ width: 140 }}
          />
        )}
      </Box>
      {problema && (
        <Box
          id={problemId}
          sx={{
            color: 'text.primary',
            fontSize: 13,
            ...(isRefused && { my: 1, pl: 2, borderLeft: 3, borderColor: 'warning.main' }),
          }}
        >
          {isRefused && (isInQuote ? 'Não foi trocado. ' : 'Não foi incluído. ')}
          {problema}
        </Box>
      )}
      {isInQuote && line.produto && (
        <Box sx={{ color: 'text.secondary', fontSize: 13 }}>No orçamento: {line.produto}.</Box>
      )}
      <RadioGroup
        aria-label={`Produto de ${texto}`}
        value={answer?.produto === undefined ? '' : (answer.produto?.id ?? 0)}
        onChange={(_, value) => choose(candidatos.find((each) => String(each.id) === value) ?? null)}
      >
        {candidatos.map((product, at) => (
          <FormControlLabel
            key={product.id}
            value={product.id}
            control={<Radio size="small" />}
            label={
              <>
                <Box component="kbd" sx={KEY}>
                  {at + 1}
                </Box>
                {product.descricao}
                <Box component="span" sx={{ ml: 1, fontSize: 12, color: 'text.secondary' }}>
                  {product.idExibicao} · {standardPack(product)?.emb} · <PackPrice product={product} />
                  {product.precos[0]?.situacaoEstoque === '3' && ' · sem estoque'}
                </Box>
              </>
            }
          />
        ))}
        <FormControlLabel
          value={0}
          control={<Radio size="small" />}
          label={
            <>
              <Box component="kbd" sx={KEY}>
                0
              </Box>
              {isInQuote ? 'Deixar como está' : 'Deixar de fora'}
            </>
          }
        />
      </RadioGroup>
      {searching ? (
        <Box sx={{ mt: 1, maxWidth: 480 }}>
          <AsyncAutocomplete<FoundProduct>
            label="Outro produto"
            hint="Código, descrição ou código de barras"
            minLength={2}
            autoFocus
            opensAtOnce
            value={null}
            load={(q, signal) => foundProducts(quoteId, q, signal)}
            onChange={(found) => {
              if (!found) return;
              setSought((before) => [...before, found.product]);
              choose(found.product);
              setSearching(false);
              stop.current?.focus();
            }}
          />
        </Box>
      ) : (
        <Button
          size="small"
          aria-label={`Procurar outro produto para ${texto}`}
          onClick={() => setSearching(true)}
        >
          Procurar outro produto
        </Button>
      )}
    </Box>
  );
}

interface FoundProduct extends AsyncOption {
  product: QuoteProduct;
}

async function foundProducts(idPedido: number, q: string, signal: AbortSignal): Promise<FoundProduct[]> {
  const { itens } = await call(
    productRoutes.ofQuote,
    { params: { idPedido }, query: { q: q.slice(0, 100), take: 12 } },
    { signal },
  );
  return itens.map((product) => ({
    value: product.id,
    label: product.descricao,
    second: [product.idExibicao, standardPack(product)?.emb].filter(Boolean).join(' · '),
    product,
  }));
}

const KEY = {
  mr: 1.5,
  px: 1,
  border: 1,
  borderColor: 'divider',
  borderRadius: 0.5,
  fontFamily: 'inherit',
  fontSize: 11,
  [FINGER]: { display: 'none' },
} as const;

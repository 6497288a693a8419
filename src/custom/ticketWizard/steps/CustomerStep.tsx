import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Switch from '@mui/material/Switch';
import { useNotify } from 'ra-core';
import { useEffect } from 'react';
import { documentKind, formatDocument, normalizeDocument } from '#contract/rules/documents.ts';
import { onlyOne } from '#contract/rules/tickets/ticketDraft.ts';
import { consumerMode } from '#contract/rules/tickets/ticketWizard.ts';
import { customerRoutes } from '#contract/sac/customers.ts';
import { call } from '#data/call.ts';
import { useRoute } from '#data/useRoute.ts';
import { CustomerLabel } from '#src/resources/customers/shared/CustomerLabel.tsx';
import { useRegistration } from '#src/resources/customers/shared/useRegistration.ts';
import {
  chooseBranch,
  chooseCustomer,
  switchConsumer,
} from '#src/resources/tickets/shared/draft/draftTransitions.ts';
import { StepFields } from '#src/resources/tickets/shared/items/StepParts.tsx';
import { KeyValueList } from '#ui/components/detail/Section.tsx';
import { LegendBadges } from '#ui/components/display/Chips.tsx';
import { PhoneLink } from '#ui/components/display/ContactLinks.tsx';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { Answered, errorText } from '#ui/shell/states/StateMessage.tsx';
import { storeOrigin } from '../state/originStorage.ts';
import { useWizard } from '../state/wizardContext.ts';
import { ConsumerFields, CustomerSearch } from './CustomerSearch.tsx';

/** 'Selecione Cliente e filial': origin, customer and branch, or the final consumer (document 000, sections 5 and 6). */
export function CustomerStep() {
  const { draft, type, person, change, textAt } = useWizard();
  const mode = consumerMode(type, person);
  return (
    <StepFields>
      <OriginField />
      {mode === 'OFFERED' && (
        <FormControlLabel
          label="Ticket de consumidor final"
          control={
            <Switch
              checked={draft.consumidorFinal !== null}
              onChange={(_, on) => change((now) => switchConsumer(now, on))}
            />
          }
        />
      )}
      {person.consumer && !person.customer && (
        <Alert severity="error">Não encontramos o seu cadastro. Fale com o atendimento.</Alert>
      )}
      {textAt('consumidorFinal') && <Alert severity="error">{textAt('consumidorFinal')}</Alert>}
      {draft.consumidorFinal && <ConsumerFields form={draft.consumidorFinal} />}
      {!person.consumer && <CustomerSearch whenNothing={(term) => <NewCustomer term={term} />} />}
      {!person.consumer && !draft.cliente && !draft.consumidorFinal && <NewCustomer />}
      {draft.cliente && <CustomerCard id={draft.cliente.id} />}
      <BranchField />
    </StepFields>
  );
}

/** Consumers' own tickets have a fixed origin, so they are not asked for it. */
function OriginField() {
  const { draft, origins, person, change, textAt } = useWizard();
  if (person.consumer && draft.origem) return null;
  return (
    <ChoiceField
      required
      label="Origem"
      value={draft.origem?.chave ?? null}
      disabled={origins.length === 1 && draft.origem !== null}
      onChange={(key) => {
        const origem = origins.find(({ chave }) => chave === key) ?? null;
        if (origem) storeOrigin(origem.chave);
        change((now) => ({ ...now, origem }));
      }}
      error={Boolean(textAt('origem'))}
      helperText={textAt('origem')}
      choices={origins.map(({ chave, descricao }) => ({ value: chave, label: descricao }))}
      none="Escolha…"
    />
  );
}

/** Registers a customer who was not found, and then chooses them. A document that was searched for is filled in. */
function NewCustomer({ term = '' }: { term?: string }) {
  const { mayRegister, register } = useRegistration();
  const { changeWithConfirmation } = useWizard();
  const notify = useNotify();
  if (!mayRegister) return null;
  const document = normalizeDocument(term);
  const documentData = documentKind(document) ? { documento: document } : null;
  const choose = async (idCli: number) => {
    try {
      const { data } = await call(customerRoutes.get, { params: { idCli } });
      changeWithConfirmation((now) => chooseCustomer(now, data));
    } catch (error) {
      notify(errorText(error), { type: 'error' });
    }
  };
  return (
    <Button
      sx={term ? { mt: 1, ml: -1 } : { justifySelf: 'start', mt: -2 }}
      onClick={() => register({ area: 'sac', onDone: choose, ...(documentData && { known: documentData }) })}
    >
      Cadastrar cliente
    </Button>
  );
}

/** The ticket's customer: names, badges, contact data, and why they are blocked. */
function CustomerCard({ id }: { id: number }) {
  const answer = useRoute(customerRoutes.get, { params: { idCli: id } });
  return (
    <Answered answer={answer} skeleton={<Skeleton variant="rounded" height={96} />}>
      {({ data: customer }) => (
        <Paper variant="outlined" sx={{ p: 4, display: 'grid', gap: 3 }}>
          <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center', fontWeight: 500 }}>
            <CustomerLabel id={customer.id} tradeName={customer.fant} legalName={customer.razSoc} />
            <LegendBadges
              codes={customer.legendas.map(({ codigo }) => codigo)}
              blockReason={customer.motivoBloqueio}
            />
          </div>
          {customer.motivoBloqueio && (
            <Alert severity="warning">Cliente bloqueado: {customer.motivoBloqueio}</Alert>
          )}
          <KeyValueList
            pairWidth={160}
            items={[
              { label: 'CPF ou CNPJ', value: formatDocument(customer.documento) },
              { label: 'Telefone', value: customer.telefone && <PhoneLink phone={customer.telefone} /> },
              { label: 'E-mail', value: customer.email },
              { label: 'Cidade', value: customer.cidade && `${customer.cidade}/${customer.uf}` },
            ]}
          />
        </Paper>
      )}
    </Answered>
  );
}

/**
 * The branch, from those that serve the customer; a single one is chosen automatically. A consumer without a record chooses
 * from their own branches.
 */
function BranchField() {
  const { draft, person, change, changeWithConfirmation, textAt } = useWizard();
  const { cliente, filial, consumidorFinal } = draft;
  const { data, isLoading } = useRoute(
    customerRoutes.get,
    { params: { idCli: cliente?.id ?? 0 } },
    { enabled: cliente !== null },
  );
  const options = cliente ? (data?.data.filiaisSac ?? []) : consumidorFinal ? person.branches : [];
  const only = onlyOne(options);
  useEffect(() => {
    if (only && !filial) change((now) => (now.filial ? now : chooseBranch(now, only)));
  }, [only, filial, change]);

  if (!cliente && !consumidorFinal) return null;
  const shown =
    filial && !options.some(({ idFil }) => idFil === filial.idFil) ? [filial, ...options] : options;
  return (
    <ChoiceField
      label="Filial"
      required={!consumidorFinal}
      disabled={isLoading || (only !== null && filial !== null)}
      value={filial?.idFil ?? null}
      onChange={(id) => {
        const next = shown.find(({ idFil }) => idFil === id) ?? null;
        changeWithConfirmation((now) => chooseBranch(now, next));
      }}
      error={Boolean(textAt('idFil'))}
      helperText={textAt('idFil') ?? (isLoading ? 'Carregando ...' : undefined)}
      choices={shown.map(({ idFil, razSoc }) => ({ value: idFil, label: razSoc }))}
      none={consumidorFinal ? 'A que atende o consumidor' : 'Escolha…'}
    />
  );
}

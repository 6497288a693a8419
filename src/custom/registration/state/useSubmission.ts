import type { Static } from '@sinclair/typebox';
import { useRef, useState } from 'react';
import type { Input } from '#contract/route.ts';
import { isEmail, normalizeEmail } from '#contract/rules/contact.ts';
import { isPhone, normalizePhone } from '#contract/rules/phone.ts';
import { type DuplicateCustomer, registrationRoutes } from '#contract/sac/registration.ts';
import { call } from '#data/call.ts';
import { useRefetch } from '#data/refetch.ts';
import { useCommand } from '#data/useRoute.ts';
import type {
  RegistrationData,
  RegistrationRequest,
} from '#src/resources/customers/shared/useRegistration.ts';
import type { ServerDraft } from '#ui/drafts/useServerDraft.ts';
import { type FormStep, textAt, wholeData } from './registrationDraft.ts';

type Duplicate = Static<typeof DuplicateCustomer>;
type Body = Input<typeof registrationRoutes.register>['body'];

interface Options {
  request: RegistrationRequest;
  /** The prospect to be completed, however it was identified. */
  idCli: number | undefined;
  sendDraft: ServerDraft<unknown>['send'];
  onDone: (done: { id: number | undefined; message: string }) => void;
  onFailed: (error: unknown) => void;
}

/** Saves the customer: shows possible duplicates first, then sends, one submission at a time. */
export function useSubmission({ request, idCli, sendDraft, onDone, onFailed }: Options) {
  const [duplicates, setDuplicates] = useState<Duplicate[]>([]);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const command = useCommand();
  const refetch = useRefetch();

  const guarded = async (work: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      onFailed(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  const send = async (steps: readonly FormStep[], data: RegistrationData) => {
    const body = bodyOf(steps, data, idCli);
    const { area, idTicket } = request;
    const { data: done } = idTicket
      ? await sendDraft((options) =>
          command(
            registrationRoutes.registerFromTicket,
            { params: { idTicket }, body },
            { area, ...options },
          ),
        )
      : await sendDraft((options) => command(registrationRoutes.register, { body }, { area, ...options }));
    void refetch(registrationRoutes.register);
    onDone({ id: done.id, message: done.message });
  };

  return {
    busy,
    duplicates,
    forgetDuplicates: () => setDuplicates([]),
    /** Shows possible duplicates before saving; saves immediately when there are none. */
    submit: (steps: readonly FormStep[], data: RegistrationData) =>
      guarded(async () => {
        const found = await call(
          registrationRoutes.duplicates,
          {
            body: {
              documento: textAt(data, 'documento'),
              telefones: phonesOf(data),
              emails: emailsOf(data),
              ...(idCli && { menos: idCli }),
            },
          },
          { area: request.area },
        );
        if (found.length > 0) setDuplicates(found);
        else await send(steps, data);
      }),
    /** The person has reviewed the duplicates and confirmed that this is a different customer. */
    submitAnyway: (steps: readonly FormStep[], data: RegistrationData) =>
      guarded(async () => {
        setDuplicates([]);
        await send(steps, data);
      }),
  };
}

function bodyOf(steps: readonly FormStep[], data: RegistrationData, idCli: number | undefined): Body {
  const empty = { empresa: {}, contatos: {}, enderecoCobranca: {}, enderecoEntrega: {} };
  return {
    ...empty,
    ...wholeData(steps, data),
    documento: textAt(data, 'documento'),
    versoes: steps.map(({ versao }) => versao),
    ...(idCli && { idCli }),
  };
}

const PHONES = ['telefone1', 'celular1', 'celular2', 'whatsApp'];
const EMAILS = ['email', 'emailNFe', 'emailBoleto'];

/** The valid phone numbers entered, without duplicates. */
const phonesOf = (data: RegistrationData): string[] =>
  distinct(
    PHONES.map((key) => textAt(data, 'contatos', key))
      .filter(isPhone)
      .map(normalizePhone),
  );

/** The e-mail addresses entered, without duplicates. */
const emailsOf = (data: RegistrationData): string[] =>
  distinct(
    EMAILS.map((key) => textAt(data, 'contatos', key))
      .filter(isEmail)
      .map(normalizeEmail),
  );

const distinct = (texts: string[]) => [...new Set(texts)];

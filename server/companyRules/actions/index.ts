import type { RuleAction, RuleActionKey } from '#contract/rules/companyRules/ruleActions.ts';
import type { Act, Acting, Done } from './acting.ts';
import { schedule } from './agenda.ts';
import { email, templatedEmail } from './mailing.ts';
import { createRecord, openOne } from './opening.ts';
import { callWebhook, notify } from './telling.ts';
import {
  ask,
  assign,
  changeDue,
  changeType,
  end,
  forward,
  move,
  note,
  prioritizeIt,
  putOff,
  reopenIt,
  reply,
  setField,
  suggestAnalysisOf,
} from './tickets.ts';
import { tellWaiting } from './waits.ts';

/** Waiting is done by the engine itself. */
const ACTS: { readonly [K in Exclude<RuleActionKey, 'ESPERAR'>]: Act<K> } = {
  ENCAMINHAR: forward,
  ATRIBUIR: assign,
  PRIORIZAR: prioritizeIt,
  PRAZO: changeDue,
  ADIAR: putOff,
  CAMPO: setField,
  ANOTAR: note,
  RESPONDER: reply,
  AVANCAR: move,
  FINALIZAR: end,
  REABRIR: reopenIt,
  RECLASSIFICAR: changeType,
  EMAIL: email,
  EMAIL_MODELO: templatedEmail,
  AVISAR: notify,
  AGENDA: schedule,
  TICKET: openOne,
  REGISTRO: createRecord,
  PROPOR_ANALISE: suggestAnalysisOf,
  PESQUISA: ask,
  AVISAR_ESPERAS: tellWaiting,
  WEBHOOK: callWebhook,
};

export const carryOut = (acting: Acting, action: Exclude<RuleAction, { acao: 'ESPERAR' }>): Promise<Done> =>
  ACTS[action.acao](acting, action as never);

import { agendaSupervisionRoutes } from '#contract/callcenter/agendas/agendaSupervision.ts';
import { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import { serviceRecordRoutes } from '#contract/callcenter/agendas/serviceRecords.ts';
import { contactRoutes } from '#contract/callcenter/customers/contacts.ts';
import { customerUpkeepRoutes } from '#contract/callcenter/customers/customerUpkeep.ts';
import { dimensionRoutes } from '#contract/callcenter/customers/dimensions.ts';
import { receivedEmailRoutes } from '#contract/config/emails.ts';
import { nfeImportRoutes } from '#contract/config/nfeImports.ts';
import { privacyRoutes } from '#contract/config/people/privacy.ts';
import { pickupRoutes } from '#contract/sac/pickups.ts';
import { reportDeskRoutes } from '#contract/sac/reports/reportDesk.ts';
import { ticketCostRoutes } from '#contract/sac/tickets/ticketCosts.ts';
import { ContactDialog } from '#src/custom/customerPanel/editing/ContactDialog.tsx';
import { ContactPhoneDialog } from '#src/custom/customerPanel/editing/ContactPhoneDialog.tsx';
import { EditInfoDialog } from '#src/custom/customerPanel/tabs/info/EditInfoDialog.tsx';
import { ClassificationDialog } from '#src/custom/customerPanel/tabs/registration/ClassificationDialog.tsx';
import { AgendaSelection } from '#src/resources/agendas/AgendaSelection.tsx';
import { DeleteAgendasDialog, TransferAgendasDialog } from '#src/resources/agendas/SupervisionDialogs.tsx';
import { AgendaActions } from '#src/resources/agendas/shared/AgendaActions.tsx';
import { EditAgendaDialog } from '#src/resources/agendas/shared/EditAgendaDialog.tsx';
import { NewAgendaDialog } from '#src/resources/agendas/shared/NewAgendaDialog.tsx';
import { RescheduleDialog } from '#src/resources/agendas/shared/RescheduleDialog.tsx';
import { ValueDialog } from '#src/resources/customers/shared/ValueDialog.tsx';
import { Decisions } from '#src/resources/emails/received/Decisions.tsx';
import { DeclareSale } from '#src/resources/nfeImports/DeclareSale.tsx';
import {
  CancelDialog,
  ScheduleDialog as PickupScheduleDialog,
} from '#src/resources/pickups/ActionDialogs.tsx';
import { EraseDialog } from '#src/resources/privacy/EraseDialog.tsx';
import { ScheduleDialog } from '#src/resources/reports/shared/schedules/ScheduleDialog.tsx';
import { SetDialog } from '#src/resources/reports/shared/sets/SetDialog.tsx';
import { ServiceRecordDialog } from '#src/resources/serviceRecords/shared/ServiceRecordDialog.tsx';
import { CostDialog } from '#src/resources/tickets/costs/CostDialog.tsx';
import { ABSENCE_DIALOGS } from './absenceDialogs.tsx';
import { CALL_DIALOGS } from './callDialogs.tsx';
import type { Shown } from './shownDialog.ts';
import { TICKET_DIALOGS } from './ticketDialogs.tsx';

const act = { onDone: async () => {}, onClose: () => {} };
const agenda = {
  id: 12,
  versao: 4,
  assunto: 'Retornar',
  descricao: '',
  data_agendada: '2030-01-02T12:00:00.000Z',
  data_finalizacao: null,
  filial: { id: 2, desc: 'Manaus', fuso: 'America/Manaus' },
  cliente: { id: 230 },
  podeAlterar: true,
};
const pickup = { id: 3, versao: 2, agendadaPara: null, obs: '', status: 'GERADA' };
const contact = {
  id: 5,
  versao: 2,
  nome: 'Regina',
  tipo: null,
  tipoDesc: '',
  doc: '',
  dtNasc: null,
  time: '',
  cargo: '',
  telefone: '1133334444',
  celular: '',
  email: '',
  autorizadoFaturamento: false,
};
const line = {
  id: 8,
  versao: 1,
  dimensao: 'Ramo',
  idDimensao: 1,
  dimensao_id: 2,
  descricao: 'Padaria',
  observacao: '',
  cliente_id: 12,
  colaborador: { nome: 'Ana' },
};
const segments = [{ id: 1, desc: 'Ramo', opcoes: [{ id: 2, desc: 'Padaria' }] }];
const customer = { id: 12, versao: 3, classificacao: { id: 1, desc: 'Ouro' }, classificacaoObs: '' };
const classes = [{ id: 1, desc: 'Ouro' }];
const email = { id: 5, versao: 3, situacao: 'ESPERA', ticket: null, assunto: 'Pedido', clientes: [] };
const set = { id: 3, versao: 1, nome: 'Outubro', equipe: false, filtros: {} };
const schedule = {
  id: 1,
  versao: 1,
  relatorio: 'r',
  titulo: 'R',
  nome: 'Cedo',
  filtros: {},
  formato: 'CSV',
  ritmo: { tipo: 'DIARIO', hora: '07:00', fuso: 'America/Sao_Paulo' },
  destinatarios: [{ id: 9, nome: 'Bia' }],
  ativo: true,
};
const report = { id: 'r', titulo: 'R', saidas: ['CSV'] };
const onSaved = async () => {};
const onClose = () => {};

const at = (path: string) => `src/${path}.tsx`;
const AGENDAS = 'resources/agendas';
const PANEL = 'custom/customerPanel';
/** Every dialog of a command, as it is opened. */
export const DIALOGS: Record<string, Shown> = {
  ...ABSENCE_DIALOGS,
  ...CALL_DIALOGS,
  ...TICKET_DIALOGS,
  'a new agenda': {
    file: at(`${AGENDAS}/shared/NewAgendaDialog`),
    route: agendaRoutes.create,
    open: <NewAgendaDialog onClose={onClose} />,
    confirm: 'Agendar',
    asks: ['idCli', 'assunto', 'descricao', 'tipo'],
    lacks: ['idCli', 'assunto', 'data_agendada'],
  },
  'an agenda': {
    file: at(`${AGENDAS}/shared/EditAgendaDialog`),
    route: agendaRoutes.update,
    open: <EditAgendaDialog agenda={agenda as never} {...act} />,
    confirm: 'Salvar',
    asks: ['assunto', 'descricao'],
    edits: { descricao: 'Antes do almoço' },
    record: agenda,
    changed: { assunto: 'Cobrar' },
  },
  'another moment of an agenda': {
    file: at(`${AGENDAS}/shared/RescheduleDialog`),
    route: agendaRoutes.update,
    open: <RescheduleDialog agenda={agenda as never} {...act} />,
    confirm: 'Reagendar',
    asks: ['motivo'],
    lacks: ['motivo'],
  },
  'the end of an agenda': {
    file: at(`${AGENDAS}/shared/AgendaActions`),
    route: agendaRoutes.update,
    open: <AgendaActions agenda={agenda as never} onChanged={async () => {}} onRemoved={onClose} />,
    press: 'Finalizar',
    confirm: 'Finalizar',
    asks: ['idMotivoFinalizacao', 'observacao'],
    lacks: ['idMotivoFinalizacao'],
  },
  'another day of agendas': {
    file: at(`${AGENDAS}/AgendaSelection`),
    route: agendaRoutes.rescheduleMany,
    open: <AgendaSelection ids={new Set([12])} onClear={onClose} />,
    press: 'Reagendar',
    confirm: 'Reagendar',
    asks: ['data', 'hora', 'motivo'],
    lacks: ['motivo'],
  },
  'the end of agendas': {
    file: at(`${AGENDAS}/AgendaSelection`),
    route: agendaRoutes.finishMany,
    open: <AgendaSelection ids={new Set([12])} onClear={onClose} />,
    press: 'Finalizar',
    confirm: 'Finalizar',
    asks: ['idMotivoFinalizacao', 'observacao'],
    lacks: ['idMotivoFinalizacao'],
  },
  'agendas for others': {
    file: at(`${AGENDAS}/SupervisionDialogs`),
    route: agendaSupervisionRoutes.transfer,
    open: <TransferAgendasDialog ids={[12]} {...act} />,
    confirm: 'Transferir',
    asks: ['idColabs', 'motivo'],
    lacks: ['idColabs'],
  },
  'agendas that go': {
    file: at(`${AGENDAS}/SupervisionDialogs`),
    route: agendaSupervisionRoutes.removeMany,
    open: <DeleteAgendasDialog ids={[12]} {...act} />,
    confirm: 'Excluir',
    asks: ['motivo'],
    lacks: ['motivo'],
  },
  'a pickup': {
    file: at('resources/pickups/ActionDialogs'),
    route: pickupRoutes.update,
    open: <PickupScheduleDialog pickup={pickup as never} {...act} />,
    confirm: 'Salvar',
    asks: ['agendadaPara', 'obs'],
    edits: { obs: 'Doca 2' },
    record: pickup,
    changed: { agendadaPara: '2030-01-02' },
  },
  'a pickup that is cancelled': {
    file: at('resources/pickups/ActionDialogs'),
    route: pickupRoutes.cancel,
    open: <CancelDialog pickup={pickup as never} {...act} />,
    confirm: 'Cancelar coleta',
    asks: ['motivo'],
    lacks: ['motivo'],
  },
  'a new contact': {
    file: at(`${PANEL}/editing/ContactDialog`),
    route: contactRoutes.create,
    open: <ContactDialog idCli={12} contact={null} {...act} />,
    confirm: 'Salvar',
    asks: ['contato', 'tipocontato', 'cargo', 'telefone', 'celular', 'email', 'documento', 'datanascimento'],
    lacks: ['contato'],
  },
  'a contact': {
    file: at(`${PANEL}/editing/ContactDialog`),
    route: contactRoutes.update,
    open: <ContactDialog idCli={12} contact={contact} {...act} />,
    confirm: 'Salvar',
    asks: ['contato', 'time', 'autorizadoFaturamento'],
    edits: { time: 'Compras' },
    record: contact,
    changed: { cargo: 'Diretora' },
  },
  'the phone of a contact': {
    file: at(`${PANEL}/editing/ContactPhoneDialog`),
    route: contactRoutes.update,
    open: <ContactPhoneDialog idCli={12} contact={contact} phone="telefone" {...act} />,
    confirm: 'Salvar',
    asks: ['telefone'],
    edits: { telefone: '11977776666' },
    record: contact,
    changed: { cargo: 'Diretora' },
  },
  'a phone': {
    file: at('resources/customers/shared/ValueDialog'),
    route: customerUpkeepRoutes.editPhone,
    open: <ValueDialog kind="telefone" idCli={12} id={1} value="1133334444" {...act} />,
    confirm: 'Salvar',
    asks: ['valor'],
    edits: { valor: '11977776666' },
  },
  'an e-mail address': {
    file: at('resources/customers/shared/ValueDialog'),
    route: customerUpkeepRoutes.editEmail,
    open: <ValueDialog kind="email" idCli={12} id={1} value="a@b.com" {...act} />,
    confirm: 'Salvar',
    asks: ['valor'],
    edits: { valor: 'c@d.com' },
  },
  'additional information': {
    file: at(`${PANEL}/tabs/info/EditInfoDialog`),
    route: dimensionRoutes.update,
    open: <EditInfoDialog line={line} segments={segments} {...act} />,
    confirm: 'Salvar',
    asks: ['dimensao', 'dimensao_id', 'descricao', 'observacao'],
    edits: { observacao: 'Duas lojas' },
    record: line,
    changed: { descricao: 'Padaria e café' },
  },
  'a classification': {
    file: at(`${PANEL}/tabs/registration/ClassificationDialog`),
    route: customerUpkeepRoutes.classify,
    open: <ClassificationDialog customer={customer as never} options={classes} {...act} />,
    confirm: 'Salvar',
    asks: ['classificacao', 'obs'],
    edits: { obs: 'Compra muito' },
    record: customer,
    changed: { classificacao: { id: 2, desc: 'Prata' } },
  },
  'a conversation': {
    file: at('resources/serviceRecords/shared/ServiceRecordDialog'),
    route: serviceRecordRoutes.create,
    open: <ServiceRecordDialog idCli={12} onClose={onClose} />,
    confirm: 'Registrar',
    asks: ['motivo_id', 'descricao', 'data_retorno'],
    lacks: [],
  },
  'a cost': {
    file: at('resources/tickets/costs/CostDialog'),
    route: ticketCostRoutes.create,
    open: <CostDialog ticket={{ id: 7, transportadora: null } as never} {...act} />,
    confirm: 'Incluir',
    asks: ['tipo', 'valor', 'responsavel', 'descricao'],
    lacks: [],
  },
  'new filters of a report': {
    file: at('resources/reports/shared/sets/SetDialog'),
    route: reportDeskRoutes.createSet,
    open: <SetDialog idRelatorio="r" schema={{}} values={{}} mayShare onSaved={onSaved} onClose={onClose} />,
    confirm: 'Salvar',
    asks: ['nome', 'equipe'],
    lacks: ['nome'],
  },
  'filters of a report': {
    file: at('resources/reports/shared/sets/SetDialog'),
    route: reportDeskRoutes.updateSet,
    open: (
      <SetDialog
        idRelatorio="r"
        schema={{}}
        values={{}}
        set={set as never}
        mayShare
        onSaved={onSaved}
        onClose={onClose}
      />
    ),
    confirm: 'Salvar',
    asks: ['nome', 'equipe'],
    record: set,
    changed: { nome: 'Novembro' },
  },
  'a new schedule': {
    file: at('resources/reports/shared/schedules/ScheduleDialog'),
    route: reportDeskRoutes.createSchedule,
    open: <ScheduleDialog sent={report as never} schema={{}} values={{}} onClose={onClose} />,
    confirm: 'Salvar envio',
    asks: ['nome', 'formato', 'destinatarios', 'ativo'],
    lacks: ['nome', 'destinatarios'],
  },
  'a schedule': {
    file: at('resources/reports/shared/schedules/ScheduleDialog'),
    route: reportDeskRoutes.updateSchedule,
    open: (
      <ScheduleDialog sent={report as never} values={{}} schedule={schedule as never} onClose={onClose} />
    ),
    confirm: 'Salvar envio',
    asks: ['nome', 'formato', 'destinatarios', 'ativo'],
    edits: { nome: 'Bem cedo' },
    record: schedule,
    changed: { ativo: false },
  },
  'a schedule of a dashboard': {
    file: at('resources/reports/shared/schedules/ScheduleDialog'),
    route: reportDeskRoutes.updateSchedule,
    open: (
      <ScheduleDialog
        sent={{ painel: 'gestao', titulo: 'Gestão' }}
        values={{}}
        schedule={schedule as never}
        onClose={onClose}
      />
    ),
    confirm: 'Salvar envio',
    asks: ['nome', 'destinatarios', 'ativo'],
    edits: { nome: 'Bem cedo' },
    record: schedule,
    changed: { ativo: false },
  },
  'an erasure': {
    file: at('resources/privacy/EraseDialog'),
    route: privacyRoutes.erase,
    open: (
      <EraseDialog
        of={{ tipo: 'PESSOA', id: 7 }}
        holder={{ nome: 'Ana', grupos: [] } as never}
        onClose={onClose}
      />
    ),
    confirm: 'Eliminar para sempre',
    asks: ['motivo', 'nome'],
    lacks: ['motivo'],
  },
  'a mail for a ticket': {
    file: at('resources/emails/received/Decisions'),
    route: receivedEmailRoutes.assign,
    open: <Decisions email={email as never} />,
    press: 'Levar a um ticket',
    confirm: 'Levar',
    asks: ['idTicket'],
    lacks: ['idTicket'],
  },
  'a mail that opens a ticket': {
    file: at('resources/emails/received/Decisions'),
    route: receivedEmailRoutes.open,
    open: <Decisions email={email as never} />,
    press: 'Abrir um ticket',
    confirm: 'Abrir ticket',
    asks: ['idCli', 'idTipo', 'idFil', 'assunto'],
    lacks: ['idCli', 'idTipo', 'idFil'],
  },
  'a mail that is discarded': {
    file: at('resources/emails/received/Decisions'),
    route: receivedEmailRoutes.discard,
    open: <Decisions email={email as never} />,
    press: 'Descartar',
    confirm: 'Descartar e-mail',
    asks: [],
    record: email,
    changed: { situacao: 'NO_TICKET', ticket: 31 },
  },
  'a note that is a sale': {
    file: at('resources/nfeImports/DeclareSale'),
    route: nfeImportRoutes.declareSale,
    open: <DeclareSale chave="1" name="Nota 1" text="Remessa." />,
    press: 'Nota 1: é venda',
    confirm: 'É venda',
    asks: ['motivo'],
    lacks: ['motivo'],
  },
};

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import { timelineType } from '#contract/catalogs/timelineType.ts';
import { CustomerLabel } from '#src/resources/customers/shared/CustomerLabel.tsx';
import { KeyValueList, Section } from '#ui/components/detail/Section.tsx';
import { Timeline } from '#ui/components/detail/Timeline.tsx';
import { LegendBadges, PersonAvatar, StatusChip } from '#ui/components/display/Chips.tsx';
import { PhoneAction } from '#ui/components/display/ContactLinks.tsx';
import { DocumentText, Money, Quantity, RelativeDate } from '#ui/components/display/Texts.tsx';
import { expectNoAxeViolations } from './support/expectNoAxeViolations.ts';

const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ');

describe('StatusChip', () => {
  it('shows the icon and word of its entry', () => {
    const { container } = render(<StatusChip value="EM_ATENDIMENTO" catalog={ticketStatus} />);
    expect(screen.getByText('Em atendimento')).toBeInTheDocument();
    expect(container.querySelector('[data-testid=HeadsetMicIcon]')).toBeInTheDocument();
  });

  it('shows a question icon and the raw value of an unknown value', () => {
    const { container } = render(<StatusChip value="NOVO_STATUS" catalog={ticketStatus} />);
    expect(screen.getByText('NOVO_STATUS')).toBeInTheDocument();
    expect(container.querySelector('[data-testid=HelpOutlineIcon]')).toBeInTheDocument();
  });
});

describe('LegendBadges', () => {
  it('say what each means, and why the customer is blocked, instead of a code', () => {
    render(<LegendBadges codes={['P', '$', 'BD']} blockReason="Protesto" />);
    for (const meaning of ['Positivado no mês', 'Títulos em aberto', 'Protesto'])
      expect(screen.getByText(meaning)).toBeVisible();
    for (const code of ['P', '$', 'BD']) expect(screen.queryByText(code)).toBeNull();
  });

  it('stay whole for who cannot see them, and under the pointer or a finger, where a row has no room', async () => {
    render(<LegendBadges oneLine codes={['D']} />);
    await userEvent.hover(screen.getByText('Comprou nos últimos 30 dias'));
    const [badge, hint] = screen.getAllByText('Comprou nos últimos 30 dias');
    expect(badge).toBeVisible();
    expect(hint).toHaveAttribute('aria-hidden', 'true');
  });

  it('begin with what warns, and count the others where a row has no room', () => {
    const { container } = render(<LegendBadges oneLine codes={['P', '30', '$']} />);
    expect(container).toHaveTextContent('Títulos em aberto30 dias sem comprasPositivado no mês+2');
    expect(screen.getByText('+2')).toHaveAttribute(
      'aria-label',
      'Mais: 30 dias sem compras, Positivado no mês',
    );
  });
});

describe('CustomerLabel', () => {
  it('shows id and trade name, with the legal name beside them', () => {
    const { container } = render(<CustomerLabel id={12} tradeName="Padaria Sol" legalName="Sol Pães Ltda" />);
    expect(container).toHaveTextContent('12 - Padaria SolSol Pães Ltda');
  });

  it('does not show the same name twice', () => {
    const { container } = render(<CustomerLabel id={12} legalName="Sol Pães Ltda" />);
    expect(container.textContent).toBe('12 - Sol Pães Ltda');
  });
});

describe('dates, money, quantities, documents', () => {
  const now = '2026-11-21T15:00:00Z';

  it('shows a relative date within seven days, with the full date as title', () => {
    const { rerender } = render(<RelativeDate value="2026-11-19T12:30:00Z" now={now} />);
    expect(screen.getByText('há 2 dias').closest('time')).toHaveAttribute('title', '19/11/2026 09:30');
    rerender(<RelativeDate value="2026-10-01T12:30:00Z" now={now} />);
    expect(screen.getByText('01/10/2026')).toBeInTheDocument();
  });

  it('shows day and time visibly on request, and nothing twice', () => {
    const { container, rerender } = render(<RelativeDate value="2026-11-19T12:30:00Z" now={now} exact />);
    expect(container.textContent).toBe('há 2 dias · 19/11/2026 09:30');
    rerender(<RelativeDate value="2026-10-01T12:30:00Z" now={now} exact />);
    expect(container.textContent).toBe('01/10/2026 09:30');
    rerender(<RelativeDate value={now} now={now} exact />);
    expect(container.textContent).toMatch(/^hoje às \d{2}:\d{2}$/);
  });

  it('shows nothing for a missing or invalid date', () => {
    const { container, rerender } = render(<RelativeDate value={null} />);
    expect(container).toBeEmptyDOMElement();
    rerender(<RelativeDate value="ontem" />);
    expect(container).toBeEmptyDOMElement();
  });

  it('formats numbers in the Brazilian way', () => {
    const { container, rerender } = render(<Money value="1234.5" decimals={2} />);
    expect(plain(container.textContent)).toBe('R$ 1.234,50');
    rerender(<Quantity value="1234.5" unit="CX" />);
    expect(plain(container.textContent)).toBe('1.234,5 CX');
    rerender(<DocumentText value="12ABC34501DE35" />);
    expect(container.textContent).toBe('12.ABC.345/01DE-35');
    rerender(<DocumentText value="10000000108" />);
    expect(container.textContent).toBe('100.000.001-08');
  });

  it("shows a person's initials, named by the full name", () => {
    render(<PersonAvatar name="Ana Maria de Souza" />);
    expect(screen.getByRole('img', { name: 'Ana Maria de Souza' })).toHaveTextContent('AS');
  });
});

describe('PhoneAction', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  const setup = () => userEvent.setup({ advanceTimers: jest.advanceTimersByTime });

  it('links to phone and WhatsApp with the country code', () => {
    render(<PhoneAction phone="19987654321" />);
    const call = screen.getByRole('link', { name: 'Ligar para (19) 98765-4321' });
    expect([call.getAttribute('href'), call.textContent]).toEqual(['tel:+5519987654321', '(19) 98765-4321']);
    expect(screen.getByRole('link', { name: /WhatsApp/ })).toHaveAttribute(
      'href',
      'https://wa.me/5519987654321',
    );
  });

  it('shows Copiado! for one second', async () => {
    const user = setup();
    const writeText = jest.spyOn(navigator.clipboard, 'writeText');
    render(<PhoneAction phone="19987654321" />);
    await user.click(screen.getByRole('button', { name: 'Copiar (19) 98765-4321' }));
    expect(await screen.findByText('Copiado!')).toBeInTheDocument();
    expect(writeText).toHaveBeenCalledWith('(19) 98765-4321');
    act(() => jest.advanceTimersByTime(1000));
    expect(screen.queryByText('Copiado!')).not.toBeInTheDocument();
  });

  it('calls through the dialler, or shows why not', async () => {
    const user = setup();
    const dial = jest.fn<(phone: string) => Promise<void>>().mockResolvedValueOnce(undefined);
    dial.mockRejectedValueOnce(new Error('Ramal ocupado')).mockRejectedValueOnce(new Error(''));
    render(<PhoneAction phone="19987654321" dial={dial} />);
    const button = screen.getByRole('button', { name: /Ligar/ });
    await user.click(button);
    expect(await screen.findByText('Enviado para discadora')).toBeInTheDocument();
    await user.click(button);
    expect(await screen.findByText('Ramal ocupado')).toBeInTheDocument();
    await user.click(button);
    expect(await screen.findByText('Erro ao discar')).toBeInTheDocument();
  });
});

describe('Section, KeyValueList and Timeline', () => {
  const entries = Array.from({ length: 7 }, (_, index) => ({
    id: index,
    type: index === 0 ? 'CRIACAO' : 'MENSAGEM',
    at: '2026-10-01T12:30:00Z',
    person: 'Ana Souza',
    note: `Nota ${index}`,
  }));

  it('show five activities, and all on demand', async () => {
    const onShowAll = jest.fn();
    render(<Timeline entries={entries} catalog={timelineType} onShowAll={onShowAll} />);
    expect(screen.getAllByRole('listitem')).toHaveLength(5);
    expect(screen.getByText('Ticket aberto')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Exibir todas as atividades' }));
    expect(screen.getAllByRole('listitem')).toHaveLength(7);
    expect(onShowAll).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('say when there is no activity', () => {
    render(<Timeline entries={[]} catalog={timelineType} />);
    expect(screen.getByText('Sem informações no momento.')).toBeInTheDocument();
  });

  it('name the section by its title and mark missing values', async () => {
    render(
      <Section title="Cliente" description="Quem abriu o ticket.">
        <KeyValueList
          items={[
            { label: 'Cidade', value: 'Campinas' },
            { label: 'Bairro', value: null },
          ]}
        />
      </Section>,
    );
    expect(screen.getByRole('region', { name: 'Cliente' })).toHaveTextContent('Quem abriu o ticket.');
    expect(screen.getAllByRole('definition').map((item) => item.textContent)).toEqual(['Campinas', '—']);
    await expectNoAxeViolations();
  });
});

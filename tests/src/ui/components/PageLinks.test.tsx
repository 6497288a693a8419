import { describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PageLinks, type PageLinksProps, pageWindow } from '#ui/components/PageLinks/PageLinks.tsx';
import { expectNoAxeViolations } from './support/expectNoAxeViolations.ts';

const Links = (props: Partial<PageLinksProps>) => (
  <PageLinks
    page={2}
    lastPage={52}
    perPage={25}
    total={1284}
    noun={['ticket', 'tickets']}
    onPage={() => undefined}
    {...props}
  />
);

describe('pageWindow', () => {
  it.each([
    [1, 52, 4, [1, 2, 3, 4]],
    [10, 52, 4, [8, 9, 10, 11]],
    [52, 52, 4, [49, 50, 51, 52]],
    [2, 52, 3, [1, 2, 3]],
    [2, 2, 4, [1, 2]],
  ])('returns the numbers for page %i of %i with %i links', (page, last, count, expected) => {
    expect(pageWindow(page, last, count)).toEqual(expected);
  });
});

describe('PageLinks', () => {
  it('shows the range and the total with its unit', () => {
    const { rerender } = render(<Links />);
    expect(screen.getByRole('status')).toHaveTextContent('26–50 de 1.284 tickets');
    rerender(<Links page={1} lastPage={1} total={1} />);
    expect(screen.getByRole('status')).toHaveTextContent(/^1 de 1 ticket$/);
    rerender(<Links total={10_001} lastPage={401} />);
    expect(screen.getByRole('status')).toHaveTextContent('26–50 de 10.000+ tickets');
    rerender(<Links total={1110} lastPage={45} more />);
    expect(screen.getByRole('status')).toHaveTextContent('26–50 de 1.110+ tickets');
    rerender(<Links total={0} lastPage={1} page={1} />);
    expect(screen.getByRole('status')).toHaveTextContent('0 tickets');
    rerender(<Links total={undefined} lastPage={1} page={1} />);
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  it('hides the links when there is only one page', () => {
    render(<Links lastPage={1} />);
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  });

  it('navigates by Anterior, Próxima and four numbers', async () => {
    const onPage = jest.fn();
    render(<Links onPage={onPage} />);
    expect(screen.getAllByRole('button', { name: /^Página/ })).toHaveLength(4);
    expect(screen.getByRole('button', { name: 'Página 2' })).toHaveAttribute('aria-current', 'page');
    for (const name of ['Anterior', 'Próxima', 'Página 4'])
      await userEvent.click(screen.getByRole('button', { name }));
    expect(onPage.mock.calls).toEqual([[1], [3], [4]]);
    await expectNoAxeViolations();
  });

  it('disables Anterior and Próxima at the ends', () => {
    const { rerender } = render(<Links page={1} />);
    expect(screen.getByRole('button', { name: 'Anterior' })).toBeDisabled();
    rerender(<Links page={52} />);
    expect(screen.getByRole('button', { name: 'Próxima' })).toBeDisabled();
  });

  it('offers page sizes on request', async () => {
    const onPerPage = jest.fn();
    render(<Links onPerPage={onPerPage} />);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Por página' }), '100');
    expect(onPerPage).toHaveBeenCalledWith(100);
  });
});

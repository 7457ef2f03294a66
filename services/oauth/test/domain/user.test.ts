import { expect } from 'chai';
import { emailKeyOf, parseEmail, passwordRefusal } from '../../src/domain/user.js';

describe('user', () => {
  it('compares e-mails whatever their capitals and outer spaces [D-50]', () => {
    expect(emailKeyOf(' Ann@Example.COM ')).to.equal('ann@example.com');
  });

  it('takes what could be an address and refuses what cannot [D-50]', () => {
    expect(parseEmail(' ann@example.com ')).to.equal('ann@example.com');
    expect(parseEmail('')).to.include({ refused: 'blank' });
    for (const email of ['ann', 'ann@', '@example.com', 'a b@example.com', '<ann@example.com>', `${'a'.repeat(250)}@b.cd`]) expect(parseEmail(email)).to.include({ refused: 'invalid', attribute: 'email' });
  });

  it('asks for ten characters and refuses a password so long that hashing it is an attack [D-50]', () => {
    expect(passwordRefusal('123456789')).to.include({ refused: 'invalid', attribute: 'password' });
    expect(passwordRefusal('1234567890')).to.equal(undefined);
    expect(passwordRefusal('x'.repeat(201))).to.include({ refused: 'invalid' });
    expect(passwordRefusal('')).to.include({ refused: 'blank' });
  });
});

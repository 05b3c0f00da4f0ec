// Pages for people who are not signed in: an invitation, a password reset, and the request for one.

export const peoplePages = ['invitation', 'reset', 'forgot'] as const;
export type PeoplePageName = (typeof peoplePages)[number];

export const isPeoplePage = (name: string): name is PeoplePageName => peoplePages.some((one) => one === name);

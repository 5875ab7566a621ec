/**
 * Attempts of calls to run over several sites: their steps at their participants and at the site
 * that decides, which of them may be decided yet, and which give way in a deadlock cycle. Families
 * of schemes share these. Owned by the engine's thread.
 */
package org.thetisdb.router.twophase;

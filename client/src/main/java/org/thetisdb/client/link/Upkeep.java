package org.thetisdb.client.link;

/**
 * When a client looks after its connection: asks for signs of life, and replaces a lost one.
 *
 * @hidden
 */
public enum Upkeep {
  /** At any time. */
  ALWAYS,

  /**
   * While somebody waits for an answer. At other times a connection that is lost stays lost, and
   * one that is silent stays as it is, until there is something to send: for a client that only
   * reads what arrives while somebody waits.
   */
  WHILE_WAITED_FOR
}

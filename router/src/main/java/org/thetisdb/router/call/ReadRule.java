package org.thetisdb.router.call;

/** What is done for what a call reads, so that it is as its isolation asks. */
public enum ReadRule {
  /** Nothing: its snapshot has what it reads. */
  FROM_SNAPSHOT(false),
  /** It is mastered where the call runs, as what it writes is. */
  GATHERED(false),
  /** Where the scheme has the call run nobody else writes meanwhile. */
  BY_SCHEME(true),
  /** It is locked where it is mastered, until the call is decided. */
  AT_MASTERS(true),
  /** It is validated where it is mastered, when the call has run. */
  VALIDATED(true);

  private final boolean isUpdate;

  ReadRule(boolean isUpdate) {
    this.isUpdate = isUpdate;
  }

  /** Whether the call is sent as an update, even if nothing is known that it writes. */
  boolean isUpdate() {
    return isUpdate;
  }

  /** Whether masters keep what the call reads. */
  public boolean isAtMasters() {
    return this == AT_MASTERS || this == VALIDATED;
  }
}

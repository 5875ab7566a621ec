package org.thetisdb.history;

/** What became of a transaction, as its client knows. */
public enum Status {
  /** It committed. */
  OK("ok"),
  /** It certainly did not commit. */
  FAIL("fail"),
  /** Nobody can say; it may even commit later. */
  INFO("info");

  private final String id;

  Status(String id) {
    this.id = id;
  }

  /** The name in files. */
  public String id() {
    return id;
  }

  /** The status of that name; null if there is none. */
  static Status of(String id) {
    for (Status status : values()) {
      if (status.id.equals(id)) {
        return status;
      }
    }
    return null;
  }
}

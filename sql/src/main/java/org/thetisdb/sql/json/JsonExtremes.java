package org.thetisdb.sql.json;

/**
 * MAX and MIN of documents, which {@code document <= ALL (SELECT …)} comes to. Generated code makes
 * one for each aggregate. Stateless; what is gathered is handed in.
 */
public final class JsonExtremes {
  private JsonExtremes() {}

  /** MAX. */
  public static final class Max {
    /** Nothing yet. */
    public Json init() {
      return null;
    }

    /** Adds a document, which may be null. */
    public Json add(Json most, Json value) {
      return value == null || (most != null && most.compareTo(value) >= 0) ? most : value;
    }

    /** Null of no documents. */
    public Json result(Json most) {
      return most;
    }
  }

  /** MIN. */
  public static final class Min {
    /** Nothing yet. */
    public Json init() {
      return null;
    }

    /** Adds a document, which may be null. */
    public Json add(Json least, Json value) {
      return value == null || (least != null && least.compareTo(value) <= 0) ? least : value;
    }

    /** Null of no documents. */
    public Json result(Json least) {
      return least;
    }
  }
}

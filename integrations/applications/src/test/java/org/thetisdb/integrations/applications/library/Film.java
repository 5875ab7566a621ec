package org.thetisdb.integrations.applications.library;

import jakarta.persistence.Entity;

/** A leaf of the hierarchy. */
@Entity
public class Film extends Media {
  public int minutes;
}

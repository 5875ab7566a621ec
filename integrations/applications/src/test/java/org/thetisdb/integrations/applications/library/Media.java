package org.thetisdb.integrations.applications.library;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import java.util.UUID;

/** The root of a hierarchy that stands in one table for each class. */
@Entity
@Inheritance(strategy = InheritanceType.JOINED)
public class Media {
  @Id
  @GeneratedValue(strategy = GenerationType.UUID)
  public UUID id;

  public String name;
}

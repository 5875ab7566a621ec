package org.thetisdb.integrations.applications.library;

import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.ManyToOne;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;

/** Numbered by the column itself, with a value of each type. */
@Entity
public class Book {
  /** What kind of book it is. */
  public enum Kind {
    NOVEL,
    ESSAY
  }

  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  public Long id;

  @ManyToOne(fetch = FetchType.LAZY, optional = false)
  public Author author;

  public String title;
  public int pages;
  public BigDecimal price;
  public double weight;
  public boolean lent;
  public LocalDate printed;
  public LocalTime opens;
  public LocalDateTime noted;
  public OffsetDateTime bought;
  public Duration readIn;

  @JdbcTypeCode(SqlTypes.INTERVAL_SECOND)
  public Duration lentFor;

  public String[] words;
  public List<Integer> stars;
  public int[] chapters;
  public UUID tag;
  public byte[] mark;

  @JdbcTypeCode(SqlTypes.JSON)
  public Map<String, String> notes;

  @Lob public String text;
  @Lob public byte[] cover;

  @Enumerated(EnumType.STRING)
  public Kind kind;

  protected Book() {}

  Book(Author author, String title, int pages) {
    this.author = author;
    this.title = title;
    this.pages = pages;
  }
}

package org.thetisdb.integrations.applications.library;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import jakarta.persistence.Version;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Numbered by a sequence. */
@Entity
public class Author {
  @Id
  @GeneratedValue(strategy = GenerationType.SEQUENCE)
  public Long id;

  @Version public int version;

  @Column(nullable = false, unique = true)
  public String name;

  public Instant born;

  @OneToMany(mappedBy = "author", cascade = CascadeType.ALL, orphanRemoval = true)
  @OrderBy("title")
  public List<Book> books = new ArrayList<>();

  protected Author() {}

  public Author(String name) {
    this.name = name;
  }

  public Book write(String title, int pages) {
    Book book = new Book(this, title, pages);
    books.add(book);
    return book;
  }
}
